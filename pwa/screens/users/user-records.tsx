import { m } from "../../i18n/paraglide/messages.js";
import { Avatar } from "../../ui/avatar.tsx";
import { Dot } from "../../ui/badge.tsx";
import { SquareChip } from "../../ui/fields/chips.tsx";
import { deleteAction, editAction, type RecordAction, type RecordField, type RecordLook } from "../lists/index.ts";
import type { UserRow } from "./user-wire.ts";
import { profileNames } from "./users-table.tsx";

export const userLook = ({ id, name, profile, queues, online }: UserRow, selfId: string): RecordLook => ({
  name,
  picture: <Avatar id={id} name={name} />,
  line: (
    <span className="truncate">
      {[profileNames[profile](), queues.map((queue) => queue.name).join(", ")].filter(Boolean).join(" · ")}
    </span>
  ),
  status: id === selfId ? m.users_you() : <Presence online={online} />,
});

const Presence = ({ online }: { online: boolean }) => (
  <>
    {online && <Dot />}
    {online ? m.users_online() : m.users_away()}
  </>
);

export const userFields = ({ email, profile, queues }: UserRow): RecordField[] => [
  { label: m.users_col_email(), value: email },
  { label: m.users_col_profile(), value: profileNames[profile]() },
  {
    label: m.users_col_queues(),
    value: queues.length > 0 && (
      <span className="flex flex-wrap gap-x-3 gap-y-1">
        {queues.map(({ id, name, color }) => (
          <SquareChip key={id} name={name} color={color} />
        ))}
      </span>
    ),
  },
];

type UserActions = {
  /** The signed-in user, who cannot delete themselves. */
  selfId: string;
  disabled: boolean;
  onEdit: () => void;
  onDelete: () => void;
};

export function userActions({ id, name }: UserRow, { selfId, disabled, ...on }: UserActions): RecordAction[] {
  const edit = editAction({ spokenLabel: m.users_edit_of({ name }), disabled, onSelect: on.onEdit });
  if (id === selfId) return [edit];
  return [edit, deleteAction({ spokenLabel: m.users_delete_of({ name }), disabled, onSelect: on.onDelete })];
}
