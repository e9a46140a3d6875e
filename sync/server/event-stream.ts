import type { Actor } from "../../domain/context.ts";
import type { CollectionName, ListName, StreamEvent } from "../contracts/sync.ts";
import { scopeHash } from "./scope-hash.ts";

/**
 * At most one poke and one word of the lists in this time: what comes within it goes out together at its end. Short, for whoever shows the event
 * itself; a device that pulls on it gathers for longer (`sync/client/pokes.ts`).
 */
const COALESCE_MS = 5;
/** Bytes a reader that does not read may be behind before the line is cut; it reconnects and pulls. */
const MOST_UNREAD = 64 * 1024;

export type EventStream = ReturnType<typeof openEventStream>;

/** One browser's line: server-sent events, of which none is data. `actor` is replaced when the person's rights change. */
export function openEventStream(given: { actor: Actor; sessionId: string; onClose(stream: EventStream): void }) {
  const encoder = new TextEncoder();
  const poked = new Set<CollectionName>();
  const changed = new Set<ListName>();
  let actor = given.actor;
  let pokedRev = 0;
  let lastPokeAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;

  const body = new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened;
        write("retry: 1000\n: open\n\n");
      },
      cancel: () => finish(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MOST_UNREAD }),
  );

  function write(text: string) {
    if (!controller) return;
    if ((controller.desiredSize ?? 0) <= 0) return stream.close();
    controller.enqueue(encoder.encode(text));
  }

  function finish() {
    controller = null;
    clearTimeout(timer);
    given.onClose(stream);
  }

  function flushSoon() {
    timer ??= setTimeout(flush, Math.max(0, lastPokeAt + COALESCE_MS - performance.now()));
  }

  function flush() {
    timer = undefined;
    lastPokeAt = performance.now();
    const [collections, lists] = [[...poked], [...changed]];
    poked.clear();
    changed.clear();
    if (collections.length > 0) stream.send({ type: "poke", collections, rev: pokedRev });
    if (lists.length > 0) stream.send({ type: "lists", lists });
  }

  const stream = {
    body,
    sessionId: given.sessionId,
    get actor() {
      return actor;
    },
    send(event: StreamEvent) {
      write(`data: ${JSON.stringify(event)}\n\n`);
    },
    poke(collection: CollectionName, rev: number) {
      poked.add(collection);
      pokedRev = Math.max(pokedRev, rev);
      flushSoon();
    },
    listChanged(list: ListName) {
      changed.add(list);
      flushSoon();
    },
    /** Tells the device when it may see other things than before. */
    become(next: Actor) {
      const isOther = scopeHash(next) !== scopeHash(actor);
      actor = next;
      if (isOther) stream.send({ type: "scope" });
    },
    heartbeat: () => write(": beat\n\n"),
    close() {
      const open = controller;
      if (!open) return;
      finish();
      open.close();
    },
  };
  return stream;
}
