import { Download, Merge, Trash2, X } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import type { ContactRow } from "./contact-rows.ts";
import { mergeablePair } from "./selection-actions.tsx";

type SelectionBarProps = {
  contacts: ContactRow[];
  exporting: boolean;
  canWrite: boolean;
  /** Undefined when the user may not. */
  onMerge?: (pair: readonly [ContactRow, ContactRow]) => void;
  onDelete?: () => void;
  onExport: () => void;
  onClear: () => void;
};

/** Shows the actions on the selected rows at the bottom of the visible area. Escape clears the selection. */
export function SelectionBar({ contacts, exporting, canWrite, ...on }: SelectionBarProps) {
  const { onMerge, onDelete, onExport, onClear } = on;
  const pair = mergeablePair(contacts);
  return (
    <section
      aria-label={m.contacts_selection()}
      className="sticky bottom-0 z-sticky mt-3 flex w-fit max-w-full flex-wrap items-center gap-2 self-center rounded-xl bg-raised py-2 pr-3 pl-1.5 shadow-float max-sm:w-full forced-colors:border"
    >
      <IconButton label={m.contacts_selection_clear()} icon={<X size={16} />} onClick={onClear} />
      <span aria-live="polite" className="mr-1 font-medium text-sm tabular-nums">
        {m.contacts_selected({ count: contacts.length })}
      </span>
      {onMerge && pair && (
        <Button
          size="small"
          icon={<Merge aria-hidden="true" size={14} />}
          disabled={!canWrite}
          onClick={() => onMerge(pair)}
        >
          {m.contacts_merge()}
        </Button>
      )}
      <Button
        size="small"
        icon={<Download aria-hidden="true" size={14} />}
        disabled={!canWrite}
        busy={exporting && m.contacts_exporting()}
        onClick={onExport}
      >
        {m.contacts_selection_export()}
      </Button>
      {onDelete && (
        <Button size="small" icon={<Trash2 aria-hidden="true" size={14} />} disabled={!canWrite} onClick={onDelete}>
          {m.contacts_selection_delete()}
        </Button>
      )}
    </section>
  );
}
