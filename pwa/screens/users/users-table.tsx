import { Pencil, Trash2 } from "lucide-react";
import type { Profile } from "../../../sync/contracts/refs.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { Avatar } from "../../ui/avatar.tsx";
import { Dot } from "../../ui/badge.tsx";
import { SquareChip } from "../../ui/chips.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Table } from "../../ui/table.tsx";
import type { UserRow } from "./user-wire.ts";

export const profileNames: Record<Profile, () => string> = {
  admin: m.users_profile_admin,
  supervisor: m.users_profile_supervisor,
  user: m.users_profile_user,
};

type UsersTableProps = {
  users: UserRow[];
  /** Nobody deletes themselves. */
  selfId: string;
  disabled: boolean;
  onEdit: (user: UserRow) => void;
  onDelete: (user: UserRow) => void;
};

export function UsersTable({ users, selfId, disabled, onEdit, onDelete }: UsersTableProps) {
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
      actions={(user) => (
        <>
          <IconButton
            label={m.users_edit_of({ name: user.name })}
            icon={<Pencil size={16} />}
            disabled={disabled}
            onClick={() => onEdit(user)}
          />
          {user.id !== selfId && (
            <IconButton
              label={m.users_delete_of({ name: user.name })}
              icon={<Trash2 size={16} />}
              disabled={disabled}
              onClick={() => onDelete(user)}
            />
          )}
        </>
      )}
    />
  );
}

function NameCell({ user: { id, name, online } }: { user: UserRow }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5 py-1">
      <Avatar id={id} name={name} size={32} glyph={online && <Dot />} />
      <span className="min-w-0">
        <span className="block truncate font-medium">{name}</span>
        <span className="block text-ink-3 text-xs">{online ? m.users_online() : m.users_away()}</span>
      </span>
    </span>
  );
}
