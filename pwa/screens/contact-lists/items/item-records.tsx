import { m } from "../../../i18n/paraglide/messages.js";
import { maskPhone } from "../../../i18n/phone-number.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { deleteAction, editAction, type RecordAction, type RecordField, type RecordLook } from "../../lists/index.ts";
import type { ItemRow } from "../parts/list-calls.ts";
import { ShortState, WhatsappState } from "./whatsapp-state.tsx";

export const itemLook = (item: ItemRow): RecordLook => ({
  name: item.name,
  picture: <Avatar id={item.id} name={item.name} picture={null} />,
  line: maskPhone(item.number),
  status: <ShortState item={item} />,
});

export const itemFields = (item: ItemRow, timeZone: string): RecordField[] => [
  { label: m.contact_lists_col_email(), value: item.email || m.contact_lists_no_email() },
  { label: m.contact_lists_col_whatsapp(), value: <WhatsappState item={item} timeZone={timeZone} /> },
];

type ItemActions = {
  canWrite: boolean;
  onEdit: (item: ItemRow) => void;
  /** Undefined when the user may not. */
  onDelete?: (item: ItemRow) => void;
};

/** Returns the actions on one person, shown as icons in a table row and as rows in the sheet. */
export function itemActions(item: ItemRow, { canWrite, onEdit, onDelete }: ItemActions): RecordAction[] {
  const { name } = item;
  const disabled = !canWrite;
  return [
    editAction({ spokenLabel: m.contact_lists_item_edit_of({ name }), disabled, onSelect: () => onEdit(item) }),
    ...(onDelete
      ? [
          deleteAction({
            spokenLabel: m.contact_lists_item_delete_of({ name }),
            disabled,
            onSelect: () => onDelete(item),
          }),
        ]
      : []),
  ];
}
