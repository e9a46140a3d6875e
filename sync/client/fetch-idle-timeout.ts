import { type Clock, systemClock } from "./clock.ts";
import type { ApiFetch } from "./desk-types.ts";

/** So long nothing comes of an answer that will come. */
export const IDLE_TIMEOUT_MS = 20_000;
/** A part of a file leaves before anything comes back, over whatever line a phone has. */
export const UPLOAD_IDLE_TIMEOUT_MS = 120_000;

type IdleTimeout = { idleMs: number; clock?: Clock };

/**
 * Gives up an answer of which nothing comes for so long, as if there were no network. A line that died without a word
 * otherwise holds whoever waits until the system notices, which takes minutes. One that is slow is waited for.
 */
export function withIdleTimeout(apiFetch: ApiFetch, { idleMs, clock = systemClock }: IdleTimeout): ApiFetch {
  return async (path, init = {}) => {
    const silence = new AbortController();
    let cancel = () => {};
    const rest = () => cancel();
    const watch = () => {
      cancel();
      cancel = clock.after(idleMs, () => silence.abort(new DOMException("nothing came", "TimeoutError")));
    };
    const signal = init.signal ? AbortSignal.any([init.signal, silence.signal]) : silence.signal;
    watch();
    try {
      const response = await untilAborted(apiFetch(path, { ...init, signal }), signal);
      if (!response.body) {
        rest();
        return response;
      }
      watch();
      return new Response(response.body.pipeThrough(watched(watch, rest), { signal }), response);
    } catch (error) {
      rest();
      throw error;
    }
  };
}

/** Whoever fetches may be waiting for something else by then, a bearer perhaps, and hear no signal. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = () => reject(signal.reason);
    if (signal.aborted) give();
    signal.addEventListener("abort", give, { once: true });
    // Left there, it would be kept for as long as the signal of whoever asks.
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", give));
  });
}

function watched(onPart: () => void, onEnd: () => void): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(part, controller) {
      onPart();
      controller.enqueue(part);
    },
    flush: onEnd,
  });
}
