import { Check, Funnel } from "lucide-react";
import { type ReactNode, useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { BottomSheet } from "../../ui/layers/bottom-sheet.tsx";

export type ListFilter = {
  /** Number of active filters. */
  count: number;
  title: string;
  /** Text of the button at the foot: the result, before the sheet closes. */
  result: string;
  onClear: () => void;
  /** Groups of `FilterChip`. */
  content: ReactNode;
};

/**
 * Draws the button beside the phones' search field that opens filters and order in one sheet. They apply at once;
 * closing the sheet only shows the list.
 */
export function FilterButton({ count, title, result, onClear, content }: ListFilter) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        aria-label={count > 0 ? m.lists_filter_count({ count: String(count) }) : m.lists_filter()}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={classNames(
          "relative grid size-11 shrink-0 place-items-center rounded-lg",
          count > 0 ? "bg-primary-soft text-on-primary-soft" : "control-ring text-ink-2",
        )}
      >
        <Funnel aria-hidden="true" size={19} />
        {count > 0 && <Badge count={count} className="absolute -top-1.5 -right-1.5" />}
      </button>
      <BottomSheet
        open={open}
        onClose={close}
        title={title}
        headAction={
          <Button kind="ghost" size="large" disabled={count === 0} onClick={onClear}>
            {m.ui_clear()}
          </Button>
        }
        foot={
          <Button kind="primary" size="large" onClick={close} className="w-full">
            {result}
          </Button>
        }
      >
        <div className="flex flex-col gap-4 px-5 py-2">{content}</div>
      </BottomSheet>
    </>
  );
}

export const FilterGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset>
    <legend className="mb-2 font-semibold text-sm">{title}</legend>
    <div className="flex flex-wrap gap-2">{children}</div>
  </fieldset>
);

type FilterChipProps = { on: boolean; onChange: (on: boolean) => void; colour?: string; children: ReactNode };

export const FilterChip = ({ on, onChange, colour, children }: FilterChipProps) => (
  <button
    type="button"
    aria-pressed={on}
    onClick={() => onChange(!on)}
    className={classNames(
      "flex min-h-11 max-w-full items-center gap-2 rounded-full px-4 text-base",
      on ? "bg-primary-soft text-on-primary-soft ring-1 ring-primary ring-inset" : "control-ring text-ink",
    )}
  >
    {on && <Check aria-hidden="true" size={16} className="shrink-0" />}
    {colour && <span aria-hidden="true" className="size-2 shrink-0 rounded-full" style={{ backgroundColor: colour }} />}
    <span className="truncate">{children}</span>
  </button>
);
