import type { CollectionName, ListName, StreamEvent } from "../../contracts/sync.ts";
import type { Actor } from "../../domain/ground/context.ts";
import { compressEvents, subjectOf } from "./compressed-events.ts";
import { scopeHash } from "./scope-hash.ts";
import type { PullFor } from "./shared-pulls.ts";
import { createStreamChanges } from "./stream-changes.ts";

/**
 * Sends at most one poke and one list event per interval. Short, for screens that show the event itself; a device
 * that pulls on pokes gathers them for longer (`sync/client/pokes.ts`).
 */
const COALESCE_MS = 5;
/** Unread bytes after which a stream is closed; the device reconnects and pulls. */
const MAX_UNREAD = 64 * 1024;
/** Unread bytes after which a stream gets no more documents until the device has read some. */
const BEHIND = 16 * 1024;

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
  /** The collections that changed, each with a revision after which its changes come. */
  const poked = new Map<CollectionName, number>();
  const changed = new Set<ListName>();
  /** The last announcement of each collection that no heartbeat has repeated. */
  const announced = new Map<CollectionName, { rev: number; at: number }>();
  let actor = given.actor;
  let pokedRev = 0;
  const flushing = coalesce(flush);
  const changes = given.pullFor
    ? createStreamChanges({
        actor: () => actor,
        pullFor: given.pullFor,
        isBehind: () => body.isBehind(),
        // The lists that changed with these documents need no part of their own.
        send: (event, text) => sendAll(event ? [event, ...takeLists()] : takeLists(), text),
        onError: given.onError,
      })
    : null;

  const body = openBody(given.isCompressed ?? false, {
    onRead: () => changes?.next(),
    onEnd() {
      flushing.stop();
      changes?.stop();
      given.onClose(stream);
    },
  });

  function flush() {
    const taken = new Map(poked);
    poked.clear();
    if (taken.size > 0 && changes) return changes.poke(taken, pokedRev);
    if (taken.size > 0) stream.send({ type: "poke", collections: [...taken.keys()], rev: pokedRev });
    sendAll(takeLists());
  }

  function takeLists(): StreamEvent[] {
    const lists = [...changed];
    changed.clear();
    return lists.length > 0 ? [{ type: "lists", lists }] : [];
  }

  /** Sends events in one part. At most the first of them may have documents. `text` is its JSON, if it is known. */
  function sendAll([first, ...others]: readonly StreamEvent[], text?: string) {
    if (!first) return;
    const texts = [text ?? JSON.stringify(first), ...others.map((event) => JSON.stringify(event))];
    body.write(texts.map((one) => `data: ${one}\n\n`).join(""), subjectOf(first));
  }

  const stream = {
    body: body.bytes,
    sessionId: given.sessionId,
    get actor() {
      return actor;
    },
    send: (event: StreamEvent) => sendAll([event]),
    /** A change at revision `rev`. `after`: a former revision, up to which the stream was told of every change. */
    poke(collection: CollectionName, rev: number, after: number) {
      poked.set(collection, Math.min(after, poked.get(collection) ?? after));
      pokedRev = Math.max(pokedRev, rev);
      announced.set(collection, { rev, at: performance.now() });
      flushing.soon();
    },
    listChanged(list: ListName) {
      changed.add(list);
      flushing.soon();
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

/**
 * Runs `flush` at most once per interval. The first run after a pause waits only for what happens in the same tick: a
 * batch of changes.
 */
function coalesce(flush: () => void) {
  let flushedAt = 0;
  let isSoon = false;
  let timer: NodeJS.Timeout | undefined;
  const run = () => {
    timer = undefined;
    isSoon = false;
    flushedAt = performance.now();
    flush();
  };
  return {
    soon() {
      if (isSoon || timer) return;
      const restMs = flushedAt + COALESCE_MS - performance.now();
      if (restMs > 0) timer = setTimeout(run, restMs);
      else {
        isSoon = true;
        queueMicrotask(run);
      }
    },
    stop: () => clearTimeout(timer),
  };
}

type BodyCalls = {
  /** The device has read something. */
  onRead(): void;
  /** Called once: the device has left, has not read for long, or `close` was called. */
  onEnd(): void;
};

/** Opens the response's body: what is written is sent at once. */
function openBody(isCompressed: boolean, { onRead, onEnd }: BodyCalls) {
  const encoder = new TextEncoder();
  /** Null: the stream is closed. */
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  const enqueue = (part: Uint8Array) => controller?.enqueue(part);
  const compression = isCompressed ? compressEvents(enqueue) : null;

  const bytes = new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened;
        write("retry: 1000\n: open\n\n");
      },
      pull: onRead,
      cancel() {
        controller = null;
        compression?.end();
        onEnd();
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

  function close() {
    const open = controller;
    if (!open) return;
    compression?.end();
    controller = null;
    open.close();
    onEnd();
  }

  const isBehind = () => controller !== null && (controller.desiredSize ?? 0) < MAX_UNREAD - BEHIND;

  return { bytes, write, close, isBehind };
}
