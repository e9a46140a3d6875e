import { DomainError } from "../../contracts/domain-error.ts";
import {
  type Changes,
  type ChangesRequest,
  type CollectionName,
  collections as inOrder,
  type LogPosition,
  type StreamEvent,
} from "../../contracts/sync.ts";
import type { Actor } from "../../domain/ground/context.ts";
import { scopeHash } from "./scope-hash.ts";
import type { PullFor } from "./shared-pulls.ts";

/**
 * Collections of which a stream is told of every change that concerns its user: their log names who saw a document before
 * and after it moved. Of the others it may hear later, so it reads all changes since the end of the last event.
 */
const exact: ReadonlySet<CollectionName> = new Set(["tickets", "threads"]);

/** Documents of each collection in one event. The device pulls what is beyond. */
const MAX_DOCUMENTS = 50;
/** Larger events are not sent: the device pulls at its own pace. */
const MAX_LENGTH = 32 * 1024;

type Deps = {
  actor(): Actor;
  pullFor: PullFor;
  /** The device reads more slowly than events come. The stream calls `next` when it has caught up. */
  isBehind(): boolean;
  /** `text` is the event's JSON, if it is known. Null: the last event had brought what was announced after it. */
  send(event: StreamEvent | null, text?: string): void;
  onError(error: unknown): void;
};

/**
 * Sends the changed documents of one stream instead of pokes, each part from where the last one ended. A device that
 * has pulled as far as `begin` and has received every event needs no request of its own.
 */
export function createStreamChanges({ actor, pullFor, isBehind, send, onError }: Deps) {
  const ends = new Map<CollectionName, LogPosition>();
  /** The collections that were announced, each with a revision after which its changes come. */
  const poked = new Map<CollectionName, number>();
  let pokedRev = 0;
  let begin: LogPosition | null = null;
  /** The same of those that were announced without their documents. */
  const unbrought = new Map<CollectionName, number>();
  let isPulling = false;
  let isStopped = false;

  function next() {
    if (isStopped || isPulling || poked.size === 0 || isBehind()) return;
    isPulling = true;
    const taken = new Map([...poked].map(([name, after]) => [name, Math.min(after, unbrought.get(name) ?? after)]));
    for (const name of taken.keys()) unbrought.delete(name);
    poked.clear();
    sendChanges(taken)
      .catch((error: unknown) => {
        if (isStopped) return;
        // The user's rights have just changed: the device learns it when it pulls.
        if (!(error instanceof DomainError)) onError(error);
        sendPoke(taken);
      })
      .finally(() => {
        isPulling = false;
        next();
      });
  }

  async function sendChanges(taken: ReadonlyMap<CollectionName, number>): Promise<void> {
    const first = begin;
    if (!first) return sendPoke(taken);
    const collections = namesOf(taken);
    const at: ChangesRequest["at"] = {};
    for (const collection of collections) at[collection] = ends.get(collection) ?? first;
    const after = Object.fromEntries([...taken].filter(([name]) => exact.has(name)));
    const changes = await pullFor(actor(), { scope: scopeHash(actor()), at, after, limit: MAX_DOCUMENTS });
    if (isWithoutChanges(at, changes)) return send(null);
    const event = eventOf(collections, at, changes);
    for (const collection of collections) {
      const end = changes.parts[collection]?.to;
      ends.set(collection, end ?? changes.to);
      if (end) unbrought.set(collection, end[0]);
    }
    const text = JSON.stringify(event);
    if (event && text.length <= MAX_LENGTH) send(event, text);
    else send({ type: "poke", collections, rev: changes.to[0] });
  }

  /** The device pulls; if it does not, the next event continues where the last one ended. */
  function sendPoke(taken: ReadonlyMap<CollectionName, number>) {
    for (const [collection, after] of taken) unbrought.set(collection, after);
    send({ type: "poke", collections: namesOf(taken), rev: pokedRev });
  }

  return {
    next,
    /** The device's pulls are at least as new as this revision. */
    begin(rev: number) {
      begin = [rev, null];
    },
    /** `announced`: for each collection with changes, the revision after which they come. `rev`: the last one. */
    poke(announced: ReadonlyMap<CollectionName, number>, rev: number) {
      for (const [name, after] of announced) poked.set(name, Math.min(after, poked.get(name) ?? after));
      pokedRev = Math.max(pokedRev, rev);
      next();
    },
    stop() {
      isStopped = true;
    },
  };
}

/** Always in the same order: a compressed event then differs less from the one before it. */
const namesOf = (taken: ReadonlyMap<CollectionName, number>) => inOrder.filter((name) => taken.has(name));

/** Returns whether nothing follows these positions: they were announced late, after a pull that had already read them. */
function isWithoutChanges(at: ChangesRequest["at"], { to, parts }: Changes): boolean {
  return Object.keys(parts).length === 0 && Object.values(at).every(([rev]) => rev >= to[0]);
}

/** Null: a part was refused. */
function eventOf(
  collections: readonly CollectionName[],
  at: ChangesRequest["at"],
  { scope, to, parts }: Changes,
): StreamEvent | null {
  if (Object.values(parts).some(({ refused }) => refused)) return null;
  const from: Partial<Record<CollectionName, number>> = {};
  const brought: Changes["parts"] = {};
  for (const collection of collections) {
    from[collection] = at[collection]?.[0] ?? 0;
    brought[collection] = parts[collection] ?? { documents: [] };
  }
  return { type: "changes", from, scope, to, parts: brought } as StreamEvent;
}
