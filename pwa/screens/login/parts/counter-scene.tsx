/** Draws rings in the air behind the counter. */
export function Rings({ cx, cy, radii }: { cx: number; cy: number; radii: number[] }) {
  return (
    <g fill="none" className="stroke-white" strokeOpacity=".05" strokeWidth="1.5">
      {radii.map((radius) => (
        <circle key={radius} cx={cx} cy={cy} r={radius} />
      ))}
    </g>
  );
}

export function Plant({ transform, potHeight = 46 }: { transform: string; potHeight?: number }) {
  return (
    <g transform={transform}>
      <path d={`M12 70h62l-9 ${potHeight}H21z`} className="fill-(--clay)" />
      <path d="M8 62h70v14H8z" className="fill-(--clay-light)" />
      <path
        d="M43 62C40 34 22 20 6 14c2 24 14 42 37 48zM43 62C44 26 60 6 82-4c4 30-10 56-39 66zM43 62C40 30 40 8 36-18c18 22 22 54 7 80z"
        className="fill-green-400"
      />
      <path d="M43 62C44 26 60 6 82-4c4 30-10 56-39 66z" className="fill-green-300" />
    </g>
  );
}

function Cup({ transform }: { transform: string }) {
  return (
    <g transform={transform}>
      <path d="M8 58h70v30a34 34 0 0 1-34 32h-2A34 34 0 0 1 8 88z" className="fill-(--porcelain)" />
      <path d="M78 66h8a16 16 0 0 1 0 32h-9" fill="none" className="stroke-(--porcelain)" strokeWidth="8" />
      <path d="M8 74h70" className="stroke-(--clay)" strokeWidth="5" />
      <path
        d="M30 44c-7-9 7-13 0-24M52 44c-7-9 7-13 0-24"
        fill="none"
        className="stroke-white"
        strokeOpacity=".35"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </g>
  );
}

const panels = [14, 134, 254, 374, 494, 614];

/** Draws the picture beside the form: the counter with a cup and a plant. */
export function CounterScene() {
  return (
    <svg
      viewBox="0 0 720 900"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="login-scene absolute inset-0 size-full"
    >
      <defs>
        <linearGradient id="login-wall" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className="[stop-color:var(--wall-top)]" />
          <stop offset="1" className="[stop-color:var(--wall-foot)]" />
        </linearGradient>
      </defs>
      <rect width="720" height="900" fill="url(#login-wall)" />
      <Rings cx={590} cy={170} radii={[70, 132, 194, 256, 318, 380]} />
      <rect x="0" y="716" width="720" height="10" rx="5" className="fill-green-400" />
      <path d="M0 726h720v174H0z" className="fill-green-950" />
      <g className="fill-green-400" fillOpacity=".14">
        {panels.map((x) => (
          <rect key={x} x={x} y="752" width="92" height="148" rx="10" />
        ))}
      </g>
      <Cup transform="translate(470 596)" />
      <Plant transform="translate(596 600)" />
    </svg>
  );
}

/** Draws the same counter as a strip above the form, on phones. */
export function CounterBanner() {
  return (
    <svg
      viewBox="0 0 390 248"
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
      className="login-scene absolute inset-0 size-full"
    >
      <Rings cx={330} cy={70} radii={[50, 92, 134, 176]} />
      <rect y="240" width="390" height="8" className="fill-green-400" />
      <Plant transform="translate(296 158) scale(.68)" potHeight={50} />
    </svg>
  );
}
