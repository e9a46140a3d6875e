import { type Clock, createAlarm, systemClock } from "./clock.ts";
import type { ApiFetch } from "./desk-types.ts";

/** The default idle timeout of a response. */
export const IDLE_TIMEOUT_MS = 20_000;
/** Longer for uploads: a part is sent completely before the response begins, on any connection a phone has. */
export const UPLOAD_IDLE_TIMEOUT_MS = 120_000;

type IdleTimeout = { idleMs: number; clock?: Clock };

/**
 * Aborts a response that stays silent for `idleMs`, like a lost network; slow but live responses continue. Without
 * it, a connection that died silently would block its caller for minutes, until the system notices.
 */
export function withIdleTimeout(apiFetch: ApiFetch, { idleMs, clock = systemClock }: IdleTimeout): ApiFetch {
  return async (path, init = {}) => {
    const silence = new AbortController();
    const alarm = createAlarm(clock, () => silence.abort(new DOMException("response stayed silent", "TimeoutError")));
    const watch = () => alarm.set(idleMs);
    const signal = init.signal ? AbortSignal.any([init.signal, silence.signal]) : silence.signal;
    watch();
    try {
      const response = await untilAborted(apiFetch(path, { ...init, signal }), signal);
      if (!response.body) {
        alarm.cancel();
        return response;
      }
      watch();
      return new Response(response.body.pipeThrough(watched(watch, alarm.cancel), { signal }), response);
    } catch (error) {
      alarm.cancel();
      throw error;
    }
  };
}

/** The inner fetch may be waiting for something else, such as a bearer token, and not observe the signal. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = () => reject(signal.reason);
    if (signal.aborted) give();
    signal.addEventListener("abort", give, { once: true });
    // Removed at the end, because the caller's signal may live much longer.
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
