import { m } from "../../../i18n/paraglide/messages.js";
import { maskPhone } from "../../../i18n/phone-number.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Table, type TableColumn, type TableSelection } from "../../../ui/lists/table.tsx";
import { ActionIcons, type RecordAction } from "../../lists/index.ts";
import type { ItemRow } from "../parts/list-calls.ts";
import { WhatsappState } from "./whatsapp-state.tsx";

type ItemsTableProps = {
  label: string;
  items: ItemRow[];
  timeZone: string;
  selection: Pick<TableSelection<ItemRow>, "ids" | "onChange">;
  actions: (item: ItemRow) => RecordAction[];
};

export const ItemsTable = ({ label, items, timeZone, selection, actions }: ItemsTableProps) => (
  <Table
    label={label}
    columns={columns(timeZone)}
    rows={items}
    rowKey={({ id }) => id}
    selection={{
      ...selection,
      canSelect: () => true,
      label: ({ name }) => m.contacts_select({ name }),
      allLabel: m.contacts_select_all(),
    }}
    actionsHeader={m.lists_col_actions()}
    actions={(item) => <ActionIcons actions={actions(item)} />}
  />
);

const columns = (timeZone: string): TableColumn<ItemRow>[] => [
  {
    id: "name",
    header: m.contact_lists_col_name(),
    isTitle: true,
    cell: ({ id, name }) => (
      <span className="flex min-w-0 items-center gap-2.5 py-1 font-medium">
        <Avatar id={id} name={name} picture={null} size={32} />
        <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
          {name}
        </span>
      </span>
    ),
  },
  {
    id: "number",
    header: m.contact_lists_col_number(),
    cell: ({ number }) => <span className="whitespace-nowrap tabular-nums">{maskPhone(number)}</span>,
  },
  {
    id: "email",
    header: m.contact_lists_col_email(),
    cell: ({ email }) =>
      email ? (
        <span className="text-ink-2 [overflow-wrap:anywhere]">{email}</span>
      ) : (
        <span className="text-ink-3">{m.contact_lists_no_email()}</span>
      ),
  },
  {
    id: "whatsapp",
    header: m.contact_lists_col_whatsapp(),
    cell: (item) => <WhatsappState item={item} timeZone={timeZone} />,
  },
];
