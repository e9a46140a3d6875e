import type { Database } from "../../db/index.ts";
import { loadActor } from "../../domain/account/users/index.ts";
import { changedList, isKept } from "./changed-list.ts";
import type { EventStream } from "./event-stream.ts";
import { isVisibleTo, type ScopedChange } from "./scoped-changes.ts";

type Batch = { companyId: string; streams: ReadonlySet<EventStream>; changes: readonly ScopedChange[] };

/**
 * Sends changes of a company's log to the streams whose users may see them, and refreshes the rights of users whose
 * own row or queues changed. A stream that cannot get them is closed, because its device pulls when it reconnects; then
 * rejects when the other streams have theirs.
 */
export async function publishChanges(database: Database, { companyId, streams, changes }: Batch): Promise<void> {
  const failures: unknown[] = [];
  for (const stream of [...streams]) {
    await publishTo(database, stream, { companyId, changes }).catch((error) => {
      stream.close();
      failures.push(error);
    });
  }
  if (failures.length > 0) throw new AggregateError(failures, "streams were closed: their changes could not be sent");
}

async function publishTo(database: Database, stream: EventStream, { companyId, changes }: Omit<Batch, "streams">) {
  const { actor } = stream;
  // First the rights, because the stream's documents are those that the actor may see.
  if (changes.some(({ collection, docId }) => collection === "refs" && docId === `user:${actor.id}`))
    await refreshActor(database, companyId, stream);
  // A change may have been visible until now: the device learns of it by the former rights too.
  const isOfUser = (change: ScopedChange) => isVisibleTo(actor, change) || isVisibleTo(stream.actor, change);
  // The stream was told of all changes before these.
  const after = (changes[0]?.rev ?? 1) - 1;
  for (const change of changes) if (isOfUser(change)) publishChange(stream, change, after);
}

function publishChange(stream: EventStream, change: ScopedChange, after: number): void {
  if (isKept(change.collection)) stream.poke(change.collection, change.rev, after);
  const list = changedList(change);
  if (list) stream.listChanged(list);
}

async function refreshActor(database: Database, companyId: string, stream: EventStream): Promise<void> {
  const actor = await database.company(companyId, (db) => loadActor(db, companyId, stream.actor.id));
  if (actor) return stream.become(actor);
  stream.send({ type: "auth", reason: "ended" });
  stream.close();
}
