import type { CollectionName, ListName, StreamEvent } from "../../contracts/sync.ts";
import type { Actor } from "../../domain/ground/context.ts";
import { compressEvents, subjectOf } from "./compressed-events.ts";
import { scopeHash } from "./scope-hash.ts";
import { createStreamChanges, type PullFor } from "./stream-changes.ts";

/**
 * Sends at most one poke and one list event per interval. Short, for screens that show the event itself; a device
 * that pulls on pokes gathers them for longer (`sync/client/pokes.ts`).
 */
const COALESCE_MS = 5;
/** Unread bytes after which a stream is closed; the device reconnects and pulls. */
const MAX_UNREAD = 64 * 1024;

/** Changes announced this recently are not repeated yet: the device may not have taken them. */
const FRESH_MS = 2_000;

export type EventStream = ReturnType<typeof openEventStream>;

type Opening = {
  actor: Actor;
  sessionId: string;
  /** Null: the stream carries names only. */
  pullFor?: PullFor | undefined;
  isCompressed?: boolean;
  onError(error: unknown): void;
  onClose(stream: EventStream): void;
};

/** One browser's stream of server-sent events. `actor` is replaced when the user's rights change. */
export function openEventStream(given: Opening) {
  const poked = new Set<CollectionName>();
  const changed = new Set<ListName>();
  /** The last announcement of each collection that no heartbeat has repeated. */
  const announced = new Map<CollectionName, { rev: number; at: number }>();
  let actor = given.actor;
  let pokedRev = 0;
  let lastPokeAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let isFlushing = false;
  const changes = given.pullFor
    ? createStreamChanges({
        actor: () => actor,
        pullFor: given.pullFor,
        // The lists that changed with these documents need no part of their own.
        send: (event) => sendAll(event ? [event, ...takeLists()] : takeLists()),
        onError: given.onError,
      })
    : null;

  const body = openBody(given.isCompressed ?? false, () => {
    clearTimeout(timer);
    changes?.stop();
    given.onClose(stream);
  });

  /** The first poke after a pause waits only for those of the same batch of changes, which are made in the same tick. */
  function flushSoon() {
    if (isFlushing || timer) return;
    const restMs = lastPokeAt + COALESCE_MS - performance.now();
    if (restMs > 0) timer = setTimeout(flush, restMs);
    else {
      isFlushing = true;
      queueMicrotask(flush);
    }
  }

  function flush() {
    timer = undefined;
    isFlushing = false;
    lastPokeAt = performance.now();
    const collections = [...poked];
    poked.clear();
    if (collections.length > 0 && changes) return changes.poke(collections, pokedRev);
    if (collections.length > 0) stream.send({ type: "poke", collections, rev: pokedRev });
    sendAll(takeLists());
  }

  function takeLists(): StreamEvent[] {
    const lists = [...changed];
    changed.clear();
    return lists.length > 0 ? [{ type: "lists", lists }] : [];
  }

  /** Sends events in one part. At most the first of them may have documents. */
  function sendAll(events: readonly StreamEvent[]) {
    const [first] = events;
    if (!first) return;
    body.write(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""), subjectOf(first));
  }

  const stream = {
    body: body.bytes,
    sessionId: given.sessionId,
    get actor() {
      return actor;
    },
    send: (event: StreamEvent) => sendAll([event]),
    poke(collection: CollectionName, rev: number) {
      poked.add(collection);
      pokedRev = Math.max(pokedRev, rev);
      announced.set(collection, { rev, at: performance.now() });
      flushSoon();
    },
    listChanged(list: ListName) {
      changed.add(list);
      flushSoon();
    },
    /** Tells the device when the user's scope has changed. */
    become(next: Actor) {
      const isOther = scopeHash(next) !== scopeHash(actor);
      actor = next;
      if (isOther) stream.send({ type: "scope" });
    },
    /** Changes up to this revision are not announced: the device pulls them. */
    changesFollow: (rev: number) => changes?.begin(rev),
    /** Repeats what was announced since the last one: a device that has it requests nothing. */
    heartbeat() {
      const due = [...announced].filter(([, { at }]) => at < performance.now() - FRESH_MS);
      for (const [name] of due) announced.delete(name);
      if (due.length === 0) return body.write(": beat\n\n");
      const byRev = Map.groupBy(due, ([, { rev }]) => rev);
      sendAll([...byRev].map(([rev, some]) => ({ type: "poke", collections: some.map(([name]) => name), rev })));
    },
    close: body.close,
  };
  return stream;
}

/** Opens the response's body. `onEnd` is called once: the device has left, has not read for long, or `close` was called. */
function openBody(isCompressed: boolean, onEnd: () => void) {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  /** Stays while the last compressed events leave a closed stream. */
  let sink: ReadableStreamDefaultController<Uint8Array> | null = null;
  const enqueue = (part: Uint8Array) => sink?.enqueue(part);
  const compression = isCompressed ? compressEvents(enqueue) : null;

  const bytes = new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened;
        sink = opened;
        write("retry: 1000\n: open\n\n");
      },
      cancel() {
        sink = null;
        finish();
        compression?.end(() => {});
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_UNREAD }),
  );

  /** `subject`: whom the text is about; see `compressEvents`. */
  function write(text: string, subject: string | null = "") {
    if (!controller) return;
    if ((controller.desiredSize ?? 0) <= 0) return close();
    if (compression) compression.write(text, subject);
    else enqueue(encoder.encode(text));
  }

  function finish() {
    controller = null;
    onEnd();
  }

  function close() {
    const open = controller;
    if (!open) return;
    finish();
    if (compression) compression.end(() => sink?.close());
    else open.close();
  }

  return { bytes, write, close };
}
