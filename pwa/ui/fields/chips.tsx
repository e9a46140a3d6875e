import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";

/** Draws a name with a square in its colour, as users chose it. Without a colour the square is hollow. */
export function SquareChip({ name, color, className }: { name: string; color: string | null; className?: string }) {
  return (
    <span className={classNames("inline-flex min-w-0 items-center gap-1.5 text-xs", className)} title={name}>
      <span
        aria-hidden="true"
        className={classNames(
          "size-2 shrink-0 rounded-[2.5px]",
          color ? "ring-1 ring-black/15 ring-inset" : "border-[1.5px] border-ink-3",
        )}
        style={color ? { backgroundColor: color } : undefined}
      />
      <span dir="auto" className={classNames("truncate", color ? "text-ink-2" : "text-ink-3")}>
        {name}
      </span>
    </span>
  );
}

/** Draws a coloured dot and a name in a pill; the colour never fills the pill. */
export function DotChip(props: {
  name: string;
  color: string;
  large?: boolean;
  /** Dashed: stored only on this device. */
  unsent?: boolean;
  end?: ReactNode;
  className?: string;
}) {
  const { name, color, large = false, unsent = false, end, className } = props;
  return (
    <span
      title={name}
      className={classNames(
        "inline-flex max-w-full shrink-0 items-center gap-1 rounded-full font-medium text-ink-2",
        unsent ? "is-queued border border-queued-line border-dashed" : "control-ring",
        large ? "h-6 px-2 text-xs" : "h-4.5 pr-1.5 pl-1.25 text-2xs",
        className,
      )}
    >
      <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full" style={{ backgroundColor: color }} />
      <span dir="auto" className="truncate">
        {name}
      </span>
      {end}
    </span>
  );
}

export type Tone = "neutral" | "success" | "warn" | "danger" | "info" | "note" | "queued";

/** Background and text colour of each tone. */
export const toneLook: Record<Tone, string> = {
  neutral: "bg-sunken text-ink-2 line-ring",
  success: "bg-success-soft text-on-success-soft",
  warn: "bg-warn-soft text-on-warn-soft",
  danger: "bg-danger-soft text-on-danger-soft",
  info: "bg-info-soft text-on-info-soft",
  note: "bg-note-soft text-on-note-soft",
  queued: "is-queued border-[1.5px] border-queued-line border-dashed text-ink-2",
};

/** Draws a status as icon and text. `queued` is dashed: stored only on this device. */
export function StatusChip(props: { tone?: Tone; icon?: ReactNode; children: ReactNode; className?: string }) {
  const { tone = "neutral", icon, children, className } = props;
  return (
    <span
      className={classNames(
        "inline-flex h-5 max-w-full shrink-0 items-center gap-1.25 whitespace-nowrap rounded-sm px-1.75 font-medium text-xs",
        toneLook[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}
