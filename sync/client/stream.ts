import * as v from "valibot";
import { StreamEvent } from "../../contracts/sync.ts";
import { backoffMs, createWaker } from "./backoff.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { OpenStream } from "./desk-types.ts";
import { browserOnline, onOffline, onWake } from "./tabs/wakes.ts";

/** The server sends a heartbeat every 15 s; after this time without a byte the connection is dead. */
const IDLE_TIMEOUT_MS = 40_000;

/**
 * Retries with more than the cookie, which a killed browser may have lost; null when that was refused too and handled
 * by the callee.
 */
export type AuthorizedFetch = (path: string, init: RequestInit) => Promise<Response | null>;

/**
 * The live channel over `fetch`: EventSource hides comments, and the heartbeat, which distinguishes a quiet
 * connection from a dead one, is a comment. Reconnects by itself until closed. A connection that still stands when the
 * browser goes offline is closed: the screen says that nothing arrives.
 */
export function eventStream(
  path = "/events",
  clock: Clock = systemClock,
  authorizedFetch?: AuthorizedFetch,
): OpenStream {
  return (onEvent, onState) => {
    const closing = new AbortController();
    const waker = createWaker(clock);
    const stopWaking = onWake(waker.wake);
    void keepOpen();

    async function keepOpen() {
      for (let failures = 0; !closing.signal.aborted; ) {
        const received = await listenOnce();
        onState(false);
        failures = received ? 1 : failures + 1;
        await waker.sleep(backoffMs(failures, clock.random), closing.signal);
      }
    }

    /** Returns whether anything was received. */
    async function listenOnce(): Promise<boolean> {
      const silence = new AbortController();
      const signal = AbortSignal.any([closing.signal, silence.signal]);
      let stopWatch = () => {};
      const watch = () => {
        stopWatch();
        stopWatch = clock.after(IDLE_TIMEOUT_MS, () => silence.abort());
      };
      let received = false;
      const stopOffline = onOffline(() => silence.abort());
      if (!browserOnline()) silence.abort();
      try {
        watch();
        const headers = { accept: "text/event-stream" };
        const asked: RequestInit = { headers, credentials: "include", cache: "no-store", signal };
        let response = await fetch(path, asked);
        if (response.status === 401 && authorizedFetch) response = (await authorizedFetch(path, asked)) ?? response;
        // The session ended before this connection was open, so no event could say so.
        else if (response.status === 401) onEvent({ type: "auth", reason: "ended" });
        if (!response.ok || !response.body) return false;
        onState(true);
        received = true;
        let rest = "";
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
          watch();
          const [blocks, tail] = splitBlocks(rest + part.value);
          rest = tail;
          for (const block of blocks) deliver(block);
        }
      } catch (error) {
        // A lost connection is expected; any other error is a defect.
        if (!(error instanceof TypeError) && !(error instanceof DOMException)) throw error;
      } finally {
        stopWatch();
        stopOffline();
      }
      return received;
    }

    /** A defect in the handling of one event must not end the channel. */
    function deliver(block: string) {
      const event = parseEvent(block);
      if (!event) return;
      try {
        onEvent(event);
      } catch (error) {
        console.error(error);
      }
    }

    return () => {
      closing.abort();
      stopWaking();
    };
  };
}

export function splitBlocks(text: string): [blocks: string[], rest: string] {
  const blocks = text.replaceAll("\r\n", "\n").split("\n\n");
  return [blocks.slice(0, -1), blocks.at(-1) ?? ""];
}

/** Null for a heartbeat, and for an event that this version does not know. */
export function parseEvent(block: string): StreamEvent | null {
  const data = block
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5).trimStart())
    .join("\n");
  if (!data) return null;
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), StreamEvent), data);
  return parsed.success ? parsed.output : null;
}
