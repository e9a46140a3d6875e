import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../../ui/class-names.ts";
import { useLongPress } from "../../ui/hooks/use-long-press.ts";
import { toneBar, toneBars, toneGrounds } from "../../ui/lists/row-tone.ts";
import type { RecordLook } from "./records.ts";

type RecordRowProps = {
  look: RecordLook;
  /** Undefined while no row is selected. */
  selected?: boolean;
  onPress: () => void;
  onLongPress?: () => void;
};

/** Draws a row that is one button: it opens the sheet or, during a selection, selects the row. */
export function RecordRow({ look, selected, onPress, onLongPress }: RecordRowProps) {
  const { name, picture, line, status, tone } = look;
  const longPress = useLongPress(onLongPress);
  return (
    <button
      type="button"
      {...longPress}
      aria-haspopup={selected === undefined ? "dialog" : undefined}
      aria-pressed={selected}
      onClick={onPress}
      className={classNames(
        "relative flex min-h-16 w-full select-none items-center gap-3.5 px-4 py-2 text-left -outline-offset-2 [-webkit-touch-callout:none]",
        "after:absolute after:right-0 after:bottom-0 after:left-17.5 after:border-line after:border-b",
        tone && `${toneBar} ${toneBars[tone]}`,
        selected ? "bg-selected" : tone ? toneGrounds[tone] : "active:bg-hover",
      )}
    >
      {selected ? <Marked /> : picture}
      <span className="min-w-0 flex-1">
        <span dir="auto" className="line-clamp-2 font-medium text-lg leading-5.25 [overflow-wrap:anywhere]">
          {name}
        </span>
        {line && (
          <span className="mt-px flex min-w-0 items-center gap-1.5 truncate text-ink-3 text-sm leading-4.5 tabular-nums">
            {line}
          </span>
        )}
      </span>
      {status && <span className="flex shrink-0 items-center gap-1.25 text-ink-3 text-xs tabular-nums">{status}</span>}
    </button>
  );
}

const Marked = () => (
  <span className="grid size-10 shrink-0 place-items-center rounded-full bg-primary text-on-primary">
    <Check aria-hidden="true" size={20} />
  </span>
);

/** Draws the picture of a record without an avatar: an icon or a colour in a box. */
export const PictureBox = ({ children }: { children: ReactNode }) => (
  <span
    aria-hidden="true"
    className="line-ring grid size-10 shrink-0 place-items-center rounded-lg bg-sunken text-ink-2"
  >
    {children}
  </span>
);

export const ColourBox = ({ color, round = false }: { color: string; round?: boolean }) => (
  <PictureBox>
    <span
      className={classNames("size-4 ring-1 ring-black/15 ring-inset", round ? "rounded-full" : "rounded-xs")}
      style={{ backgroundColor: color }}
    />
  </PictureBox>
);
