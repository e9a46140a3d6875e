import { Download, ListPlus, Merge, Trash2 } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../../ui/button.tsx";
import { SelectionFrame } from "../lists/index.ts";
import type { ContactRow } from "./contact-rows.ts";
import { mergeablePair } from "./selection-actions.tsx";

type SelectionBarProps = {
  contacts: ContactRow[];
  exporting: boolean;
  canWrite: boolean;
  /** Undefined when the user may not. */
  onMerge?: (pair: readonly [ContactRow, ContactRow]) => void;
  onAddToList?: () => void;
  onDelete?: () => void;
  onExport: () => void;
  onClear: () => void;
};

/** Shows the actions on the selected contacts. */
export function SelectionBar({ contacts, exporting, canWrite, ...on }: SelectionBarProps) {
  const { onMerge, onAddToList, onDelete, onExport, onClear } = on;
  const pair = mergeablePair(contacts);
  return (
    <SelectionFrame label={m.contacts_selection()} count={contacts.length} onClear={onClear}>
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
      {onAddToList && (
        <Button
          size="small"
          icon={<ListPlus aria-hidden="true" size={14} />}
          disabled={!canWrite}
          onClick={onAddToList}
        >
          {m.contacts_selection_add_to_list()}
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
    </SelectionFrame>
  );
}
