import { setTimeout as pause } from "node:timers/promises";

/** A running program. `readyInfo`: what it reported when it became ready. */
export type Running<Info> = { readyInfo: Info; ended: Promise<string>; stop(): Promise<void> };

/**
 * Starts the program. `before`: what the first start reported; a restart must use the same address, where the others
 * look for it.
 */
export type Begin<Info> = (before: Info | undefined) => Promise<Running<Info>>;

export type Supervised<Info> = {
  /** Rejects when the first start fails; later failures are only reported. */
  ready: Promise<Info>;
  stop(): Promise<void>;
};

type Options = {
  /** When aborted, nothing is started any more. */
  ending: AbortSignal;
  report(text: string): void;
  /** Pause before a restart: doubles from `minMs` to `maxMs`, and is reset after `stableMs` of running. */
  backoff?: { minMs: number; maxMs: number; stableMs: number };
};

const defaultBackoff = { minMs: 500, maxMs: 30_000, stableMs: 60_000 };

/** Keeps a program running: restarts it whenever it ends, and retries when a restart fails. */
export function supervise<Info>(name: string, begin: Begin<Info>, options: Options): Supervised<Info> {
  const { ending, report, backoff = defaultBackoff } = options;
  const ready = Promise.withResolvers<Info>();
  // Prevents an unhandled rejection when `ready` is not awaited.
  ready.promise.catch(() => {});
  let first: Info | undefined;
  let running: Running<Info> | undefined;

  async function runOnce(): Promise<string> {
    running = await begin(first);
    if (first === undefined) {
      first = running.readyInfo;
      ready.resolve(first);
    } else report(`${name} voltou.`);
    if (ending.aborted) await running.stop();
    return running.ended;
  }

  async function keep(): Promise<void> {
    let delayMs = backoff.minMs;
    while (!ending.aborted) {
      const beganAt = Date.now();
      const reason = await runOnce().catch((error: Error) => {
        if (first === undefined) throw error;
        return error.message;
      });
      running = undefined;
      if (ending.aborted) return;
      if (Date.now() - beganAt >= backoff.stableMs) delayMs = backoff.minMs;
      report(`${name} parou (${reason}); começando de novo em ${delayMs / 1000} s.`);
      await pause(delayMs, undefined, { signal: ending }).catch(() => {}); // aborted: the loop ends
      delayMs = Math.min(delayMs * 2, backoff.maxMs);
    }
  }

  const kept = keep().catch(ready.reject);
  return {
    ready: ready.promise,
    async stop() {
      await running?.stop();
      await kept;
    },
  };
}
