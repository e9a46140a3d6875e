import { Check, QrCode } from "lucide-react";
import { isRestricted } from "../../../contracts/desk/connections.ts";
import type { ConnectionRef } from "../../../contracts/desk/refs.ts";
import { channelNames } from "../../i18n/channel-names.ts";
import { moment } from "../../i18n/full-dates.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { maskPhone } from "../../i18n/phone-number.ts";
import { Button } from "../../ui/button.tsx";
import { ChannelGlyph } from "../../ui/channel-glyph.tsx";
import { StatusChip } from "../../ui/fields/chips.tsx";
import { Table, type TableColumn } from "../../ui/lists/table.tsx";
import { ActionIcons, RecordRows, useRecordRows } from "../lists/index.ts";
import { lifeOf } from "./connection-phase.ts";
import {
  type ConnectionActions,
  connectionFields,
  connectionLook,
  recordActions,
  sessionLabels,
  sessionLines,
} from "./connection-records.tsx";
import { actionsOf, type SessionAction, statusLookOf } from "./parts/connection-status.ts";

type ConnectionsTableProps = ConnectionActions & { connections: ConnectionRef[]; busy: string | null };

/** Lists the connections as a table, in narrow windows as rows whose sheets also contain the session actions. */
export function ConnectionsTable(props: ConnectionsTableProps) {
  const { connections } = props;
  const asRows = useRecordRows();
  if (asRows)
    return (
      <div className="-mx-4">
        <RecordRows
          label={m.connections_title()}
          rows={connections}
          rowKey={({ id }) => id}
          look={connectionLook}
          fields={connectionFields}
          actions={(connection) => [...sessionLines(connection, props), ...recordActions(connection, props)]}
        />
      </div>
    );
  return (
    <Table
      label={m.connections_title()}
      columns={columns(props)}
      rows={connections}
      rowKey={(connection) => connection.id}
      actionsHeader={m.connections_col_actions()}
      actions={(connection) => <ActionIcons actions={recordActions(connection, props)} />}
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
      cell: ({ name }) => (
        <span dir="auto" className="font-medium">
          {name}
        </span>
      ),
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

/** Shows what happened, since when, and what to do about it. */
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

type SessionButtonProps = {
  action: SessionAction;
  /** True for the action that helps in this state. */
  isAdvised: boolean;
  name: string;
  disabled: boolean;
  busy: boolean;
  onPress: () => void;
};

function SessionButton({ action, isAdvised, name, disabled, busy, onPress }: SessionButtonProps) {
  const label = sessionLabels[action]();
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
