import { Link } from "@tanstack/react-router";
import { numberFormat } from "../../i18n/number-format.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { Table, type TableColumn } from "../../ui/lists/table.tsx";
import { ActionIcons, type RecordAction } from "../lists/index.ts";
import type { ListRow } from "./parts/list-calls.ts";

type ListsTableProps = { lists: ListRow[]; actions: (list: ListRow) => RecordAction[] };

export const ListsTable = ({ lists, actions }: ListsTableProps) => (
  <Table
    label={m.contact_lists_title()}
    columns={columns()}
    rows={lists}
    rowKey={({ id }) => id}
    actionsHeader={m.lists_col_actions()}
    actions={(list) => <ActionIcons actions={actions(list)} />}
  />
);

const columns = (): TableColumn<ListRow>[] => [
  {
    id: "name",
    header: m.contact_lists_col_name(),
    isTitle: true,
    cell: ({ id, name }) => (
      <Link
        to="/contact-lists/$contactListId/contacts"
        params={{ contactListId: id }}
        className="font-medium [overflow-wrap:anywhere] hover:underline"
      >
        {name}
      </Link>
    ),
  },
  {
    id: "contacts",
    header: m.contact_lists_col_contacts(),
    align: "right",
    cell: ({ contactsCount }) => numberFormat(contactsCount),
  },
];
