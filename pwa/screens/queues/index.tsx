import { useCallback, useMemo, useState } from "react";
import type { ConnectionRef, QueueRef } from "../../../contracts/desk/refs.ts";
import { searchable, searchWords } from "../../../contracts/search-text.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useDesk, useObservable } from "../../session/desk.tsx";
import {
  DeleteDialog,
  isFull,
  type List,
  ListScreen,
  PlanRoomNotice,
  useKeptRefs,
  useList,
  usePlanRoom,
  useSearch,
} from "../lists/index.ts";
import { queueCalls } from "./parts/queue-calls.ts";
import { QueueDialog } from "./queue-dialog.tsx";
import { queueActions, queueFields, queueLook } from "./queue-records.tsx";
import { type QueueRow, rowsFromWire } from "./queue-wire.ts";
import { QueuesTable } from "./queues-table.tsx";
import { UnofferedNotice } from "./unoffered-notice.tsx";

type Layer = { kind: "add" } | { kind: "edit" | "delete"; queue: QueueRow } | null;

/** Lists the company's queues: also read from this device, changed on the server. */
export function QueuesScreen() {
  const desk = useDesk();
  const [layer, setLayer] = useState<Layer>(null);
  const close = useCallback(() => setLayer(null), []);
  const search = useSearch();
  const found = useList<QueueRow>({
    path: "/queue",
    read: rowsFromWire,
    keyOf: ({ id }) => id,
    changesWith: ["queues"],
    remember: false,
    kept: useKeptRefs("queue", rowOfRef),
  });
  const room = usePlanRoom("queues");
  // The server returns all queues at once, so they are searched here.
  const list = useMemo(() => matching(found, search.wanted), [found, search.wanted]);
  const connections = useObservable<ConnectionRef[] | null>(() => desk.refs$("connection"), [desk], null);
  const actions = (queue: QueueRow) =>
    queueActions(queue, {
      disabled: !list.canWrite,
      onEdit: () => setLayer({ kind: "edit", queue }),
      onDelete: () => setLayer({ kind: "delete", queue }),
    });
  return (
    <>
      <ListScreen
        title={m.queues_title()}
        list={list}
        search={search}
        primary={{ label: m.queues_add(), onSelect: () => setLayer({ kind: "add" }), disabled: isFull(room) }}
        notices={
          <>
            <PlanRoomNotice room={room} />
            <UnofferedNotice />
          </>
        }
        empty={{ title: m.queues_empty_title(), text: m.queues_empty_text() }}
        rowKey={({ id }) => id}
        records={{ look: (queue) => queueLook(queue, connections), fields: queueFields, actions }}
        phone={{ searchLabel: m.queues_search() }}
      >
        {(rows) => <QueuesTable queues={rows} actions={actions} />}
      </ListScreen>
      {layer?.kind === "add" && <QueueDialog id={null} queues={found.rows} onClose={close} />}
      {layer?.kind === "edit" && <QueueDialog id={layer.queue.id} queues={found.rows} onClose={close} />}
      {layer?.kind === "delete" && (
        <DeleteDialog
          name={layer.queue.name}
          onDelete={() => queueCalls.remove(layer.queue.id)}
          onClose={close}
          deleted={m.queues_deleted()}
        >
          {m.queues_delete_text()}
        </DeleteDialog>
      )}
    </>
  );
}

function matching(list: List<QueueRow>, wanted: string): List<QueueRow> {
  const words = searchWords(wanted);
  if (words.length === 0) return list;
  const rows = list.rows.filter(({ name }) => words.every((word) => searchable(name).includes(word)));
  return { ...list, rows, count: rows.length };
}

const rowOfRef = ({ id, name, color, greetingMessage }: QueueRef): QueueRow => ({ id, name, color, greetingMessage });
