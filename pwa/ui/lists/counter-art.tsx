const subjects = {
  plant: (
    <>
      <path d="M84 118c-2-6-6-10-6-22 0-8 4-14 4-20h34c0 6 4 12 4 20 0 12-4 16-6 22z" className="fill-primary-soft" />
      <path
        d="M99 76C97 52 84 40 70 34c-1 20 9 36 29 42zM99 76c0-30 12-46 30-54 3 26-8 46-30 54zM99 76c-3-28-2-46-8-64 15 16 18 44 8 64z"
        className="fill-primary"
        opacity=".85"
      />
      <g transform="translate(142 92)">
        <path d="M0 0h26v14a12 12 0 0 1-12 12h-2A12 12 0 0 1 0 14z" className="fill-line-strong" />
        <path d="M26 4h4a6 6 0 0 1 0 12h-4" className="stroke-line-strong" strokeWidth="4" />
      </g>
    </>
  ),
  alarm: (
    <>
      <path
        d="M70 40h80a8 8 0 0 1 8 8v62a8 8 0 0 1-8 8H70a8 8 0 0 1-8-8V48a8 8 0 0 1 8-8z"
        className="fill-danger-soft"
      />
      <path d="M110 60v26M110 98v.1" className="stroke-danger-mark" strokeWidth="7" strokeLinecap="round" />
      <path d="M62 56h96" className="stroke-surface" strokeWidth="4" />
    </>
  ),
  lock: (
    <>
      <path
        d="M82 64h56a8 8 0 0 1 8 8v38a8 8 0 0 1-8 8H82a8 8 0 0 1-8-8V72a8 8 0 0 1 8-8z"
        className="fill-primary-soft"
      />
      <path d="M90 64V48a20 20 0 0 1 40 0v16" className="stroke-primary" strokeWidth="7" />
      <path d="M110 84v14" className="stroke-primary" strokeWidth="7" strokeLinecap="round" />
    </>
  ),
  talk: (
    <>
      <path
        d="M44 22h86a14 14 0 0 1 14 14v34a14 14 0 0 1-14 14H98l-12 14-10-14H44a14 14 0 0 1-14-14V36a14 14 0 0 1 14-14z"
        className="fill-primary-soft"
      />
      <path d="M66 53h.1M87 53h.1M108 53h.1" className="stroke-primary" strokeWidth="9" strokeLinecap="round" />
      <path
        d="M160 58h16a12 12 0 0 1 12 12v22a12 12 0 0 1-12 12h-2l-8 12-8-12h-8"
        className="stroke-queued-line"
        strokeWidth="3"
        strokeDasharray="5 6"
        strokeLinecap="round"
      />
    </>
  ),
};

export type ArtSubject = keyof typeof subjects;

/** Draws the picture of an empty page or an error. */
export function CounterArt({ subject }: { subject: ArtSubject }) {
  return (
    <svg width="220" height="150" viewBox="0 0 220 150" fill="none" aria-hidden="true" className="shrink-0">
      <path d="M26 124h50v24H26zM80 124h60v24H80zM144 124h50v24h-50z" className="fill-canvas" />
      <path d="M18 121h184" className="stroke-primary" strokeWidth="6" strokeLinecap="round" />
      {subjects[subject]}
    </svg>
  );
}
