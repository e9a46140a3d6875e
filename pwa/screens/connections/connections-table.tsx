import { Check, Pencil, QrCode, Trash2 } from "lucide-react";
import { isRestricted } from "../../../sync/contracts/connections.ts";
import type { ConnectionRef } from "../../../sync/contracts/refs.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../../ui/button.tsx";
import { ChannelGlyph } from "../../ui/channel-glyph.tsx";
import { StatusChip } from "../../ui/chips.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Table, type TableColumn } from "../../ui/table.tsx";
import { maskPhone } from "../tickets/contact/phone-number.ts";
import { channelNames } from "../tickets/conversation/channel-names.ts";
import { moment } from "../tickets/when.ts";
import { lifeOf } from "./connection-life.ts";
import { actionsOf, type SessionAction, statusLookOf } from "./connection-status.ts";

type ConnectionsTableProps = {
  connections: ConnectionRef[];
  /** Without a network nothing can be changed; the strip above says so. */
  disabled: boolean;
  busy: string | null;
  onSession: (connection: ConnectionRef, action: SessionAction) => void;
  onEdit: (connection: ConnectionRef) => void;
  onDelete: (connection: ConnectionRef) => void;
};

export function ConnectionsTable(props: ConnectionsTableProps) {
  const { connections, disabled, onEdit, onDelete } = props;
  return (
    <Table
      label={m.connections_title()}
      columns={columns(props)}
      rows={connections}
      rowKey={(connection) => connection.id}
      actionsHeader={m.connections_col_actions()}
      actions={(connection) => (
        <>
          <IconButton
            label={m.connections_edit_of({ name: connection.name })}
            icon={<Pencil size={16} />}
            disabled={disabled}
            onClick={() => onEdit(connection)}
          />
          <IconButton
            label={m.connections_delete_of({ name: connection.name })}
            icon={<Trash2 size={16} />}
            disabled={disabled}
            onClick={() => onDelete(connection)}
          />
        </>
      )}
    />
  );
}

function columns({ disabled, busy, onSession }: ConnectionsTableProps): TableColumn<ConnectionRef>[] {
  return [
    {
      id: "channel",
      header: m.connections_col_channel(),
      cell: ({ channel }) => (
        <span className="flex items-center gap-2 text-ink-2">
          <ChannelGlyph name={channel} size={16} />
          {channelNames[channel]}
        </span>
      ),
    },
    {
      id: "name",
      header: m.connections_col_name(),
      isTitle: true,
      cell: ({ name }) => <span className="font-medium">{name}</span>,
    },
    {
      id: "number",
      header: m.connections_col_number(),
      cell: ({ number }) => <span className="whitespace-nowrap tabular-nums">{number ? maskPhone(number) : "—"}</span>,
    },
    { id: "status", header: m.connections_col_status(), cell: (connection) => <Status connection={connection} /> },
    {
      id: "session",
      header: m.connections_col_session(),
      cell: (connection) => (
        <span className="flex flex-wrap gap-2 py-1">
          {actionsOf(connection).map((action) => (
            <SessionButton
              key={action}
              action={action}
              isAdvised={lifeOf(connection).action === action}
              name={connection.name}
              disabled={disabled}
              busy={busy === `${action} ${connection.id}`}
              onPress={() => onSession(connection, action)}
            />
          ))}
        </span>
      ),
    },
    {
      id: "updated",
      header: m.connections_col_updated(),
      cell: ({ updatedAt }) => (
        <time dateTime={updatedAt} className="whitespace-nowrap">
          {moment(updatedAt)}
        </time>
      ),
    },
    {
      id: "default",
      header: m.connections_col_default(),
      cell: ({ isDefault }) =>
        isDefault && (
          <Check role="img" aria-label={m.connections_is_default()} size={16} className="text-primary-ink" />
        ),
    },
  ];
}

function Status({ connection }: { connection: ConnectionRef }) {
  const { tone, icon: Icon, words } = statusLookOf(connection);
  const isFine = connection.status === "CONNECTED" && !isRestricted(connection);
  return (
    <span className="flex flex-col items-start gap-1 py-1.5">
      <StatusChip tone={tone} icon={<Icon aria-hidden="true" size={13} />}>
        {words()}
      </StatusChip>
      {!isFine && <LifeWords connection={connection} />}
    </span>
  );
}

/** What happened, since when, and what to do about it. */
function LifeWords({ connection }: { connection: ConnectionRef }) {
  const { happened, todo } = lifeOf(connection);
  return (
    <span className="flex max-w-60 flex-col gap-0.5 text-ink-2 text-xs">
      <span className="font-medium text-ink">{happened}</span>
      {connection.status !== "CONNECTED" && (
        <time dateTime={connection.stateSince}>{m.connections_since({ since: moment(connection.stateSince) })}</time>
      )}
      <span>{todo}</span>
    </span>
  );
}

const labels: Record<SessionAction, () => string> = {
  qr: m.connections_session_qr,
  try: m.connections_session_try,
  newQr: m.connections_session_new_qr,
  disconnect: m.connections_session_disconnect,
  connecting: m.connections_session_connecting,
  relink: m.connections_session_relink,
};

type SessionButtonProps = {
  action: SessionAction;
  /** What helps in this state, among what is possible. */
  isAdvised: boolean;
  name: string;
  disabled: boolean;
  busy: boolean;
  onPress: () => void;
};

function SessionButton({ action, isAdvised, name, disabled, busy, onPress }: SessionButtonProps) {
  const label = labels[action]();
  return (
    <Button
      size="small"
      kind={isAdvised ? "primary" : "plain"}
      icon={action === "qr" && <QrCode aria-hidden="true" size={15} />}
      aria-label={`${label}: ${name}`}
      disabled={disabled || action === "connecting"}
      busy={busy && label}
      onClick={onPress}
    >
      {label}
    </Button>
  );
}
