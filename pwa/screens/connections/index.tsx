import { TriangleAlert, WifiOff } from "lucide-react";
import { useCallback, useState } from "react";
import type { ConnectionRef, QueueRef } from "../../../contracts/desk/refs.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useCan, useDesk, useObservable, useSyncStatus } from "../../session/desk.tsx";
import { useCall } from "../../session/server-data/use-call.ts";
import { useListChanges } from "../../session/server-data/use-list-changes.ts";
import { useServerData } from "../../session/server-data/use-server-data.ts";
import { usePage } from "../../shell/page.ts";
import { ConfirmDialog } from "../../ui/layers/dialog.tsx";
import { EmptyState } from "../../ui/lists/empty-state.tsx";
import { NoPermission } from "../../ui/no-permission.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toasts/toast.tsx";
import { DataReadAt, DeleteDialog, isFull, PlanRoomNotice, usePlanRoom } from "../lists/index.ts";
import { AddMenu } from "./add-menu.tsx";
import { ConnectionsFrame } from "./connections-frame.tsx";
import { ConnectionsTable } from "./connections-table.tsx";
import { connectionCalls } from "./parts/connection-calls.ts";
import { ConnectionDialog } from "./parts/connection-dialog.tsx";
import { needOf, type SessionAction } from "./parts/connection-status.ts";
import { goToLogin } from "./parts/meta-login.ts";
import { QrDialog } from "./parts/qr-dialog.tsx";
import { type Traffic, trafficFromWire } from "./traffic.ts";
import { TrafficCards } from "./traffic-cards.tsx";

/** The traffic figures are loaded again at most this often. */
const REFRESH_MS = 5_000;

export function ConnectionsScreen() {
  return useCan("manageConnections") ? <Connections /> : <OnlyAdmins />;
}

function OnlyAdmins() {
  usePage(m.connections_title());
  return <NoPermission>{m.connections_no_permission_text()}</NoPermission>;
}

type Layer = { kind: "add" | "restart" } | { kind: "edit" | "qr" | "delete" | "disconnect"; id: string } | null;

/** Lists the company's connections, live from this device; changes go to the server and need a network. */
function Connections() {
  const desk = useDesk();
  const { linkUp, firstSyncDone } = useSyncStatus();
  const connections = useObservable<ConnectionRef[] | null>(() => desk.refs$("connection"), [desk], null);
  const queues = useObservable<QueueRef[]>(() => desk.refs$("queue"), [desk], none);
  const [layer, setLayer] = useState<Layer>(null);
  const close = useCallback(() => setLayer(null), []);
  const calls = useCall();
  const { busy, failure, call } = calls;
  const traffic = useServerData("/whatsapp-traffic", trafficFromWire, { remember: true });
  useListChanges(["tickets", "connections"], REFRESH_MS, traffic.again);
  const room = usePlanRoom("connections");
  const rows = [...(connections ?? [])].sort((a, b) => a.name.localeCompare(b.name));
  const shown = layer && "id" in layer ? rows.find((connection) => connection.id === layer.id) : undefined;

  async function handleSession(connection: ConnectionRef, action: SessionAction) {
    const { id } = connection;
    if (action === "qr") setLayer({ kind: "qr", id });
    if (action === "disconnect") setLayer({ kind: "disconnect", id });
    if (action === "try") await call(`try ${id}`, () => connectionCalls.connect(id));
    if (action === "relink") await call(`relink ${id}`, () => goToLogin(connection.channel === "instagram"));
    if (action === "newQr" && (await call(`newQr ${id}`, () => connectionCalls.newQr(id))))
      setLayer({ kind: "qr", id });
  }
  async function handleAdd(channel: ConnectionRef["channel"]) {
    if (channel === "whatsapp") setLayer({ kind: "add" });
    else await call("login", () => goToLogin(channel === "instagram"));
  }
  return (
    <ConnectionsFrame
      count={rows.length > 0 ? String(rows.length) : null}
      canRestart={linkUp && rows.length > 0}
      onRestart={() => setLayer({ kind: "restart" })}
      add={
        <AddMenu
          disabled={!linkUp || isFull(room)}
          isBusy={busy === "login"}
          onAdd={(channel) => void handleAdd(channel)}
        />
      }
    >
      <div className="flex flex-col gap-3.5">
        {!linkUp && (
          <Notice tone="warn" icon={<WifiOff aria-hidden="true" size={16} />}>
            <DataReadAt at={traffic.readAt} />
            {m.connections_offline()}
          </Notice>
        )}
        {failure && <Notice tone="danger">{failure}</Notice>}
        <PlanRoomNotice room={room} />
        <Needs connections={rows} traffic={traffic.data} />
        {rows.length > 0 && (
          <ConnectionsTable
            connections={rows}
            disabled={!linkUp}
            busy={busy}
            onSession={(connection, action) => void handleSession(connection, action)}
            onEdit={({ id }) => setLayer({ kind: "edit", id })}
            onDelete={({ id }) => setLayer({ kind: "delete", id })}
          />
        )}
        {traffic.data && <TrafficCards connections={rows} traffic={traffic.data} />}
        {connections && rows.length === 0 && firstSyncDone && (
          <EmptyState art="plant" title={m.connections_empty_title()}>
            {m.connections_empty_text()}
          </EmptyState>
        )}
      </div>
      <Dialogs layer={layer} connection={shown} queues={queues} calls={calls} onClose={close} />
    </ConnectionsFrame>
  );
}

type DialogsProps = {
  layer: Layer;
  /** The connection of the layer. */
  connection: ConnectionRef | undefined;
  queues: QueueRef[];
  calls: ReturnType<typeof useCall>;
  onClose: () => void;
};

function Dialogs({ layer, connection, queues, calls: { busy, call }, onClose }: DialogsProps) {
  async function handleRestart() {
    if (await call("restart", connectionCalls.restart)) toast.success(m.connections_restarted());
    onClose();
  }
  async function handleDisconnect(id: string) {
    await call("disconnect", () => connectionCalls.disconnect(id));
    onClose();
  }

  return (
    <>
      {layer?.kind === "add" && <ConnectionDialog connection={null} queues={queues} onClose={onClose} />}
      {layer?.kind === "edit" && connection && (
        <ConnectionDialog connection={connection} queues={queues} onClose={onClose} />
      )}
      {layer?.kind === "qr" && connection && <QrDialog connection={connection} onClose={onClose} />}
      <ConfirmDialog
        open={layer?.kind === "restart"}
        onClose={onClose}
        onConfirm={() => void handleRestart()}
        title={m.connections_restart_title()}
        confirmLabel={m.connections_restart()}
        busy={busy === "restart" && m.connections_restart()}
      >
        {m.connections_restart_text()}
      </ConfirmDialog>
      {connection && (
        <>
          {layer?.kind === "delete" && (
            <DeleteDialog
              name={connection.name}
              onDelete={() => connectionCalls.remove(connection.id)}
              onClose={onClose}
              deleted={m.connections_deleted()}
            />
          )}
          <ConfirmDialog
            open={layer?.kind === "disconnect"}
            onClose={onClose}
            onConfirm={() => void handleDisconnect(connection.id)}
            title={m.connections_disconnect_title({ name: connection.name })}
            confirmLabel={m.connections_session_disconnect()}
            busy={busy === "disconnect" && m.connections_session_disconnect()}
          >
            {connection.channel === "whatsapp" ? m.connections_disconnect_text() : m.connections_disconnect_page_text()}
          </ConfirmDialog>
        </>
      )}
    </>
  );
}

const none: QueueRef[] = [];

function Needs({ connections, traffic }: { connections: ConnectionRef[]; traffic: Map<string, Traffic> | null }) {
  const needs = connections
    .map((connection) => needOf(connection, traffic?.get(connection.id)?.waitingOut))
    .filter((need) => need !== null);
  if (needs.length === 0) return null;
  return (
    <Notice tone="warn" icon={<TriangleAlert aria-hidden="true" size={16} />}>
      <b className="font-semibold">{m.connections_needs_you({ count: needs.length })}</b> {needs.join(" ")}
    </Notice>
  );
}
