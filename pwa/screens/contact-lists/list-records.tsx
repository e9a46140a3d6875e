import { FileSpreadsheet, List, Users } from "lucide-react";
import { calendarDate } from "../../i18n/calendar-date.ts";
import { m } from "../../i18n/paraglide/messages.js";
import {
  deleteAction,
  editAction,
  PictureBox,
  type RecordAction,
  type RecordField,
  type RecordLook,
} from "../lists/index.ts";
import type { ListRow } from "./parts/list-calls.ts";

export const listLook = ({ name, contactsCount }: ListRow): RecordLook => ({
  name,
  picture: (
    <PictureBox>
      <List size={18} />
    </PictureBox>
  ),
  line: m.contact_lists_people({ count: contactsCount }),
});

export const listFields = ({ createdAt, updatedAt }: ListRow): RecordField[] => [
  { label: m.contact_lists_created(), value: calendarDate(createdAt) },
  { label: m.contact_lists_updated(), value: calendarDate(updatedAt) },
];

type ListActions = {
  canWrite: boolean;
  onExample: () => void;
  onOpen: (list: ListRow) => void;
  onEdit: (list: ListRow) => void;
  onDelete: (list: ListRow) => void;
};

/** Returns the actions on one list, shown as icons in a table row and as rows in its sheet. */
export function listActions(list: ListRow, { canWrite, ...on }: ListActions): RecordAction[] {
  const { name } = list;
  return [
    {
      label: m.contact_lists_example(),
      spokenLabel: m.contact_lists_example_of({ name }),
      icon: <FileSpreadsheet size={16} />,
      disabled: !canWrite,
      onSelect: on.onExample,
    },
    {
      label: m.contact_lists_open(),
      spokenLabel: m.contact_lists_open_of({ name }),
      icon: <Users size={16} />,
      primary: true,
      onSelect: () => on.onOpen(list),
    },
    editAction({
      spokenLabel: m.contact_lists_edit_of({ name }),
      disabled: !canWrite,
      onSelect: () => on.onEdit(list),
    }),
    deleteAction({
      spokenLabel: m.contact_lists_delete_of({ name }),
      disabled: !canWrite,
      onSelect: () => on.onDelete(list),
    }),
  ];
}
