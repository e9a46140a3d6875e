import * as v from "valibot";
import { StreamEvent } from "../contracts/sync.ts";
import { backoffMs, createWaker } from "./backoff.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { OpenStream } from "./desk-types.ts";
import { onWake } from "./tabs/wakes.ts";

/** The server's heartbeat comes each 15 s; this long without a byte and the line is dead. */
const IDLE_TIMEOUT_MS = 40_000;

/**
 * Asks once more with more than the cookie, which a browser that was killed may not have kept; null when that was refused
 * too, and whoever asked has seen to it.
 */
export type AsksAgain = (path: string, init: RequestInit) => Promise<Response | null>;

/**
 * The live channel by `fetch`: an EventSource does not show comments, and the heartbeat, which tells a quiet line from
 * a dead one, is a comment. Reconnects by itself until closed.
 */
export function eventStream(path = "/events", clock: Clock = systemClock, asksAgain?: AsksAgain): OpenStream {
  return (onEvent, onState) => {
    const closing = new AbortController();
    const waker = createWaker(clock);
    const stopWaking = onWake(waker.wake);
    void keepOpen();

    async function keepOpen() {
      for (let failures = 0; !closing.signal.aborted; ) {
        const heard = await listenOnce();
        onState(false);
        failures = heard ? 1 : failures + 1;
        await waker.sleep(backoffMs(failures, clock.random), closing.signal);
      }
    }

    /** Answers whether anything came. */
    async function listenOnce(): Promise<boolean> {
      const silence = new AbortController();
      const signal = AbortSignal.any([closing.signal, silence.signal]);
      let stopWatch = () => {};
      const watch = () => {
        stopWatch();
        stopWatch = clock.after(IDLE_TIMEOUT_MS, () => silence.abort());
      };
      let heard = false;
      try {
        watch();
        const headers = { accept: "text/event-stream" };
        const asked: RequestInit = { headers, credentials: "include", cache: "no-store", signal };
        let response = await fetch(path, asked);
        if (response.status === 401 && asksAgain) response = (await asksAgain(path, asked)) ?? response;
        // It ended before this line was open, so nobody could say so on it.
        else if (response.status === 401) onEvent({ type: "auth", reason: "ended" });
        if (!response.ok || !response.body) return false;
        onState(true);
        heard = true;
        let rest = "";
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
          watch();
          const [blocks, tail] = splitBlocks(rest + part.value);
          rest = tail;
          for (const block of blocks) deliver(block);
        }
      } catch (error) {
        // A broken line is this channel's daily life; anything else is a mistake of ours.
        if (!(error instanceof TypeError) && !(error instanceof DOMException)) throw error;
      } finally {
        stopWatch();
      }
      return heard;
    }

    function deliver(block: string) {
      const event = parseEvent(block);
      if (event) onEvent(event);
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

/** Null for a heartbeat, and for an event of a newer server that this version does not know. */
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
