import { classNames } from "./class-names.ts";

const tones = {
  solid: "min-w-4.5 px-1.5 bg-badge text-on-badge",
  quiet: "min-w-4.5 px-1.5 bg-line text-ink-2",
  warn: "min-w-4.5 px-1.5 bg-warn-soft text-on-warn-soft",
  /** Only the number, for use inside a pill. */
  bare: "",
};

/** Draws a counter. Solid counts what needs this user's attention; quiet only counts. */
export function Badge(props: { count: number; tone?: keyof typeof tones; label?: string; className?: string }) {
  const { count, tone = "solid", label, className } = props;
  return (
    <span
      title={count > 99 ? `${label ?? count}` : undefined}
      className={classNames(
        "inline-block h-4.5 shrink-0 rounded-full text-center font-semibold text-2xs tabular-nums leading-4.5",
        tones[tone],
        className,
      )}
    >
      <span aria-hidden={label || count > 99 ? true : undefined}>{count > 99 ? "99+" : count}</span>
      {(label ?? count > 99) && <span className="sr-only">{label ?? count}</span>}
    </span>
  );
}

const dotTones = { news: "bg-badge", warn: "bg-warn-mark", danger: "bg-danger-mark" };
export type DotTone = keyof typeof dotTones;

export function Dot({ tone = "news", className }: { tone?: DotTone; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames("inline-block size-1.75 shrink-0 rounded-full", dotTones[tone], className)}
    />
  );
}
