import { uuidv7 } from "uuidv7";
import type { ConnectionRef, QueueRef } from "../../contracts/desk/refs.ts";
import type { FakeServer } from "../../sync/client/testing/fake-server.ts";

/** Adds a queue to the server; the desk pulls it. */
export function givenQueue(replication: FakeServer, change: Partial<QueueRef> = {}): QueueRef {
  const queue: QueueRef = {
    id: uuidv7(),
    rev: 1,
    kind: "queue",
    name: "Vendas",
    color: "#1d7f52",
    greetingMessage: "",
    ...change,
  };
  replication.put("refs", queue);
  return queue;
}

export function givenConnection(replication: FakeServer, change: Partial<ConnectionRef> = {}): ConnectionRef {
  const at = "2026-11-20T12:00:00.000Z";
  const connection: ConnectionRef = {
    id: uuidv7(),
    rev: 1,
    kind: "connection",
    name: "Loja Savassi",
    channel: "whatsapp",
    status: "CONNECTED",
    reason: null,
    stateSince: at,
    firstConnectedAt: at,
    firstContactsAfter: null,
    number: "5531955500100",
    isDefault: true,
    queueIds: [],
    updatedAt: at,
    ...change,
  };
  replication.put("refs", connection);
  return connection;
}
