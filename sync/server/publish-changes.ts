import type { Database } from "../../db/index.ts";
import { loadActor } from "../../domain/users/index.ts";
import type { RefKind } from "../contracts/refs.ts";
import { changedList, isKept } from "./changed-list.ts";
import type { EventStream } from "./event-stream.ts";
import { isVisibleTo, type ScopedChange } from "./scoped-changes.ts";

type Batch = { companyId: string; streams: ReadonlySet<EventStream>; changes: readonly ScopedChange[] };

/**
 * Sends changes of a company's log to the streams whose users may see them, and refreshes the rights of users whose
 * own row or queues changed.
 */
export async function publishChanges(database: Database, { companyId, streams, changes }: Batch): Promise<void> {
  const users = new Set(changes.filter(isOf("user")).map(refKey));
  const connections = new Set(changes.filter(isOf("connection")).map(refKey));
  for (const stream of [...streams]) {
    const { actor } = stream;
    // First the rights, because the stream's documents are those that the actor may see.
    if (users.has(actor.id)) await refreshActor(database, companyId, stream);
    // A change may have been visible until now: the device learns of it by the former rights too.
    const isOfUser = (change: ScopedChange) => isVisibleTo(actor, change) || isVisibleTo(stream.actor, change);
    for (const change of changes) if (isOfUser(change)) publishChange(stream, change);
    for (const connectionId of connections) stream.send({ type: "connection", connectionId });
  }
}

function publishChange(stream: EventStream, change: ScopedChange): void {
  if (isKept(change.collection)) stream.poke(change.collection, change.rev);
  const list = changedList(change);
  if (list) stream.listChanged(list);
}

async function refreshActor(database: Database, companyId: string, stream: EventStream): Promise<void> {
  const actor = await database
    .company(companyId, (db) => loadActor(db, companyId, stream.actor.id))
    .catch((error) => {
      // The device reconnects with the user's new rights.
      stream.close();
      throw error;
    });
  if (actor) return stream.become(actor);
  stream.send({ type: "auth", reason: "ended" });
  stream.close();
}

const isOf = (kind: RefKind) => (change: ScopedChange) =>
  change.collection === "refs" && change.docId.startsWith(`${kind}:`);
const refKey = (change: ScopedChange) => change.docId.slice(change.docId.indexOf(":") + 1);
