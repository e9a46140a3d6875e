import { X } from "lucide-react";
import type { ReactNode } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { classNames } from "../../ui/class-names.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import type { RecordAction } from "./records.ts";

type SelectionFrameProps = { label: string; count: number; onClear: () => void; children: ReactNode };

/** Shows the actions on the selected rows of a table at the bottom of the visible area. Escape clears the selection. */
export const SelectionFrame = ({ label, count, onClear, children }: SelectionFrameProps) => (
  <section
    aria-label={label}
    className="sticky bottom-0 z-sticky mt-3 flex w-fit max-w-full flex-wrap items-center gap-2 self-center rounded-xl bg-raised py-2 pr-3 pl-1.5 shadow-float max-sm:w-full forced-colors:border"
  >
    <IconButton label={m.contacts_selection_clear()} icon={<X size={16} />} onClick={onClear} />
    <span aria-live="polite" className="mr-1 font-medium text-sm tabular-nums">
      {m.contacts_selected({ count })}
    </span>
    {children}
  </section>
);

type SelectingHeadProps = { count: number; onAll: () => void; onClear: () => void };

/** Replaces the top bar during a selection. */
export const SelectingHead = ({ count, onAll, onClear }: SelectingHeadProps) => (
  <>
    <div className="flex h-13 shrink-0 items-center bg-primary-soft px-1 pt-[env(safe-area-inset-top)] text-on-primary-soft box-content">
      <IconButton
        label={m.contacts_selection_clear()}
        icon={<X size={22} />}
        size="large"
        onClick={onClear}
        className="text-inherit!"
      />
      <span aria-live="polite" className="ml-1 flex-1 font-semibold text-xl tabular-nums">
        {m.contacts_selected({ count })}
      </span>
      <button type="button" onClick={onAll} className="h-11 px-4 font-semibold text-md">
        {m.lists_select_all()}
      </button>
    </div>
    <p className="shrink-0 border-line border-b px-4 py-3 text-ink-2 text-sm">{m.lists_select_hint()}</p>
  </>
);

/** Draws the actions for the selected rows at the lower edge, within reach of the thumb. */
export const SelectingBar = ({ label, actions }: { label: string; actions: RecordAction[] }) => (
  <section
    aria-label={label}
    className="flex shrink-0 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)]"
  >
    {actions.map((action) => (
      <button
        key={action.label}
        type="button"
        disabled={action.disabled}
        aria-label={action.spokenLabel}
        onClick={action.onSelect}
        className={classNames(
          "flex min-h-15 min-w-0 flex-1 flex-col items-center justify-center gap-0.75 px-0.5 font-medium text-ink-2 text-xs -outline-offset-2 disabled:text-ink-disabled",
          action.danger && "enabled:text-danger-ink",
        )}
      >
        <span aria-hidden="true">{action.icon}</span>
        <span className="max-w-full truncate">{action.label}</span>
      </button>
    ))}
  </section>
);
