import type { Profile } from "../../../contracts/account/permissions.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { Avatar } from "../../ui/avatar.tsx";
import { Dot } from "../../ui/badge.tsx";
import { SquareChip } from "../../ui/fields/chips.tsx";
import { Table } from "../../ui/lists/table.tsx";
import { ActionIcons, type RecordAction } from "../lists/index.ts";
import type { UserRow } from "./user-wire.ts";

export const profileNames: Record<Profile, () => string> = {
  admin: m.users_profile_admin,
  supervisor: m.users_profile_supervisor,
  user: m.users_profile_user,
};

type UsersTableProps = { users: UserRow[]; actions: (user: UserRow) => RecordAction[] };

export function UsersTable({ users, actions }: UsersTableProps) {
  return (
    <Table
      label={m.users_title()}
      rows={users}
      rowKey={({ id }) => id}
      columns={[
        { id: "name", header: m.users_col_name(), isTitle: true, cell: (user) => <NameCell user={user} /> },
        {
          id: "email",
          header: m.users_col_email(),
          cell: ({ email }) => <span className="break-all text-ink-2">{email}</span>,
        },
        { id: "profile", header: m.users_col_profile(), cell: ({ profile }) => profileNames[profile]() },
        {
          id: "queues",
          header: m.users_col_queues(),
          cell: ({ queues }) => (
            <span className="flex flex-wrap gap-x-3 gap-y-1">
              {queues.length === 0 && <span className="text-ink-3">—</span>}
              {queues.map(({ id, name, color }) => (
                <SquareChip key={id} name={name} color={color} />
              ))}
            </span>
          ),
        },
      ]}
      actionsHeader={m.lists_col_actions()}
      actions={(user) => <ActionIcons actions={actions(user)} />}
    />
  );
}

function NameCell({ user: { id, name, online } }: { user: UserRow }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5 py-1">
      <Avatar id={id} name={name} size={32} glyph={online && <Dot />} />
      <span className="min-w-0">
        <span dir="auto" className="block truncate font-medium">
          {name}
        </span>
        <span className="block text-ink-3 text-xs">{online ? m.users_online() : m.users_away()}</span>
      </span>
    </span>
  );
}
