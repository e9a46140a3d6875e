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

/** Pulls for a user of a stream, like a request of their device. */
export type PullFor = (actor: Actor, request: ChangesRequest & { limit: number }) => Promise<Changes>;

/** The shortest time between two pulls of a stream under load. */
const ROUND_MS = 100;
/** Documents of each collection in one event. The device pulls what is beyond. */
const MAX_DOCUMENTS = 50;
/** Larger events are not sent: the device pulls at its own pace. */
const MAX_LENGTH = 32 * 1024;

type Deps = {
  actor(): Actor;
  pullFor: PullFor;
  /** Null: the last event had brought what was announced after it. */
  send(event: StreamEvent | null): void;
  onError(error: unknown): void;
};

/**
 * Sends the changed documents of one stream instead of pokes, each part from where the last one ended. A device that
 * has pulled as far as `begin` and has received every event needs no request of its own.
 */
export function createStreamChanges({ actor, pullFor, send, onError }: Deps) {
  const ends = new Map<CollectionName, LogPosition>();
  const poked = new Set<CollectionName>();
  let pokedRev = 0;
  let begin: LogPosition | null = null;
  let isPulling = false;
  let isStopped = false;
  let pulledAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  const next = () => {
    if (isStopped || isPulling || timer || poked.size === 0) return;
    timer = setTimeout(run, Math.max(0, pulledAt + ROUND_MS - performance.now()));
  };

  function run() {
    timer = undefined;
    isPulling = true;
    pulledAt = performance.now();
    // Always in the same order: a compressed event then differs less from the one before it.
    const collections = inOrder.filter((name) => poked.has(name));
    poked.clear();
    sendChanges(collections)
      .catch((error: unknown) => {
        // The user's rights have just changed: the device learns it when it pulls.
        if (!(error instanceof DomainError)) onError(error);
        send({ type: "poke", collections, rev: pokedRev });
      })
      .finally(() => {
        isPulling = false;
        next();
      });
  }

  async function sendChanges(collections: CollectionName[]): Promise<void> {
    const first = begin;
    if (!first) return send({ type: "poke", collections, rev: pokedRev });
    const at: ChangesRequest["at"] = {};
    for (const collection of collections) at[collection] = ends.get(collection) ?? first;
    const changes = await pullFor(actor(), { scope: scopeHash(actor()), at, limit: MAX_DOCUMENTS });
    if (isWithoutChanges(at, changes)) return send(null);
    const event = eventOf(collections, at, changes);
    for (const collection of collections) ends.set(collection, changes.parts[collection]?.to ?? changes.to);
    const isSent = event !== null && JSON.stringify(event).length <= MAX_LENGTH;
    send(isSent ? event : { type: "poke", collections, rev: changes.to[0] });
  }

  return {
    /** The device's pulls are at least as new as this revision. */
    begin(rev: number) {
      begin = [rev, null];
    },
    poke(collections: readonly CollectionName[], rev: number) {
      for (const collection of collections) poked.add(collection);
      pokedRev = Math.max(pokedRev, rev);
      next();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

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
