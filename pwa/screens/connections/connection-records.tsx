import { Link, QrCode, RefreshCw, Unlink } from "lucide-react";
import { isRestricted } from "../../../contracts/desk/connections.ts";
import type { ConnectionRef } from "../../../contracts/desk/refs.ts";
import { channelNames } from "../../i18n/channel-names.ts";
import { moment } from "../../i18n/full-dates.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { maskPhone } from "../../i18n/phone-number.ts";
import { ChannelGlyph } from "../../ui/channel-glyph.tsx";
import { StatusChip } from "../../ui/fields/chips.tsx";
import {
  deleteAction,
  editAction,
  PictureBox,
  type RecordAction,
  type RecordField,
  type RecordLook,
} from "../lists/index.ts";
import { lifeOf } from "./connection-phase.ts";
import { actionsOf, type SessionAction, statusLookOf } from "./parts/connection-status.ts";

export const sessionLabels: Record<SessionAction, () => string> = {
  qr: m.connections_session_qr,
  try: m.connections_session_try,
  newQr: m.connections_session_new_qr,
  disconnect: m.connections_session_disconnect,
  connecting: m.connections_session_connecting,
  relink: m.connections_session_relink,
};

const sessionIcons: Record<SessionAction, typeof QrCode> = {
  qr: QrCode,
  try: RefreshCw,
  newQr: QrCode,
  disconnect: Unlink,
  connecting: RefreshCw,
  relink: Link,
};

export function connectionLook(connection: ConnectionRef): RecordLook {
  const { name, channel, number } = connection;
  const { tone, icon: Icon, words } = statusLookOf(connection);
  return {
    name,
    picture: (
      <PictureBox>
        <ChannelGlyph name={channel} size={20} />
      </PictureBox>
    ),
    line: number ? maskPhone(number) : channelNames[channel],
    status: (
      <StatusChip tone={tone} icon={<Icon aria-hidden="true" size={13} />}>
        {words()}
      </StatusChip>
    ),
  };
}

export function connectionFields(connection: ConnectionRef): RecordField[] {
  const { channel, status, isDefault, updatedAt, stateSince } = connection;
  const isFine = status === "CONNECTED" && !isRestricted(connection);
  const { happened, todo } = lifeOf(connection);
  return [
    { label: m.connections_col_channel(), value: channelNames[channel] },
    {
      label: m.connections_col_status(),
      value: !isFine && (
        <>
          <b className="block font-medium">{happened}</b>
          {status !== "CONNECTED" && (
            <span className="block text-ink-2">{m.connections_since({ since: moment(stateSince) })}</span>
          )}
          <span className="block text-ink-2">{todo}</span>
        </>
      ),
    },
    { label: m.connections_col_updated(), value: moment(updatedAt) },
    { label: m.connections_col_default(), value: isDefault && m.connections_is_default() },
  ];
}

export type ConnectionActions = {
  /** True while offline, when nothing can be changed; the strip above says so. */
  disabled: boolean;
  onSession: (connection: ConnectionRef, action: SessionAction) => void;
  onEdit: (connection: ConnectionRef) => void;
  onDelete: (connection: ConnectionRef) => void;
};

/**
 * Returns the actions of the session column for the phones' sheet. The action that helps in this state is the filled
 * button.
 */
export function sessionLines(connection: ConnectionRef, { disabled, onSession }: ConnectionActions): RecordAction[] {
  const advised = lifeOf(connection).action;
  return actionsOf(connection).map((action) => {
    const Icon = sessionIcons[action];
    const label = sessionLabels[action]();
    return {
      label,
      spokenLabel: `${label}: ${connection.name}`,
      icon: <Icon size={16} />,
      disabled: disabled || action === "connecting",
      primary: action === advised,
      onSelect: () => onSession(connection, action),
    };
  });
}

export function recordActions(connection: ConnectionRef, { disabled, onEdit, onDelete }: ConnectionActions) {
  const { name } = connection;
  return [
    editAction({ spokenLabel: m.connections_edit_of({ name }), disabled, onSelect: () => onEdit(connection) }),
    deleteAction({ spokenLabel: m.connections_delete_of({ name }), disabled, onSelect: () => onDelete(connection) }),
  ];
}
