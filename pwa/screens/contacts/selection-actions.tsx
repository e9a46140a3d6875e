import { Ban, Download, ListPlus, Merge, Trash2, Undo2 } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import type { RecordAction } from "../lists/index.ts";
import type { ContactRow } from "./contact-rows.ts";

type SelectionActions = {
  contacts: ContactRow[];
  canWrite: boolean;
  /** Undefined when the user may not. */
  onMerge?: (pair: readonly [ContactRow, ContactRow]) => void;
  onAddToList?: () => void;
  onExport: () => void;
  onBlock: (active: boolean) => void;
  onDelete?: () => void;
};

/** Returns the two selected people if they can be merged; null for another number, or with a group. */
export function mergeablePair([first, second, ...more]: ContactRow[]): readonly [ContactRow, ContactRow] | null {
  const isPair = first && second && more.length === 0 && !first.isGroup && !second.isGroup;
  return isPair ? [first, second] : null;
}

/** Returns the actions on the selected contacts for phones. */
export function selectionActions({ contacts, canWrite, ...on }: SelectionActions): RecordAction[] {
  const { onMerge, onAddToList, onDelete } = on;
  const pair = mergeablePair(contacts);
  const disabled = !canWrite;
  const isBlocked = contacts.every(({ active }) => !active);
  return [
    ...(onMerge
      ? [
          {
            label: m.contacts_action_merge(),
            icon: <Merge size={20} />,
            disabled: disabled || !pair,
            onSelect: () => pair && onMerge(pair),
          },
        ]
      : []),
    ...(onAddToList
      ? [
          {
            label: m.contacts_action_add_to_list(),
            spokenLabel: m.contacts_selection_add_to_list(),
            icon: <ListPlus size={20} />,
            disabled,
            onSelect: onAddToList,
          },
        ]
      : []),
    { label: m.contacts_selection_export(), icon: <Download size={20} />, disabled, onSelect: on.onExport },
    // One of the two, because the bar has room for five actions.
    {
      label: isBlocked ? m.contacts_action_unblock() : m.contacts_action_block(),
      icon: isBlocked ? <Undo2 size={20} /> : <Ban size={20} />,
      disabled,
      onSelect: () => on.onBlock(isBlocked),
    },
    ...(onDelete
      ? [{ label: m.ui_delete(), icon: <Trash2 size={20} />, disabled, danger: true, onSelect: onDelete }]
      : []),
  ];
}
