import { setTimeout as pause } from "node:timers/promises";

/** Something that runs until it is stopped or ends by itself. `told` is what it says when it is ready. */
export type Running<Told> = { told: Told; ended: Promise<string>; stop(): Promise<void> };

/** Starts it. `before` is what the first start told: where the others look for it, it has to be again. */
export type Begin<Told> = (before: Told | undefined) => Promise<Running<Told>>;

export type Supervised<Told> = {
  /** Rejects when the first start fails; later failures are only reported. */
  ready: Promise<Told>;
  stop(): Promise<void>;
};

type Options = {
  /** Aborted: nothing is started any more. */
  ending: AbortSignal;
  report(text: string): void;
  /** Between an end and the next start: doubles from the first to the second, and begins anew after `stableMs` of running. */
  backoff?: { leastMs: number; mostMs: number; stableMs: number };
};

const defaultBackoff = { leastMs: 500, mostMs: 30_000, stableMs: 60_000 };

/** Keeps it running: starts it again whenever it ends, and tries again when a start fails. */
export function supervise<Told>(name: string, begin: Begin<Told>, options: Options): Supervised<Told> {
  const { ending, report, backoff = defaultBackoff } = options;
  const ready = Promise.withResolvers<Told>();
  // Who ends the program early may not wait for it.
  ready.promise.catch(() => {});
  let first: Told | undefined;
  let running: Running<Told> | undefined;

  async function runOnce(): Promise<string> {
    running = await begin(first);
    if (first === undefined) {
      first = running.told;
      ready.resolve(first);
    } else report(`${name} voltou.`);
    if (ending.aborted) await running.stop();
    return running.ended;
  }

  async function keep(): Promise<void> {
    let delayMs = backoff.leastMs;
    while (!ending.aborted) {
      const beganAt = Date.now();
      const reason = await runOnce().catch((error: Error) => {
        if (first === undefined) throw error;
        return error.message;
      });
      running = undefined;
      if (ending.aborted) return;
      if (Date.now() - beganAt >= backoff.stableMs) delayMs = backoff.leastMs;
      report(`${name} parou (${reason}); começando de novo em ${delayMs / 1000} s.`);
      await pause(delayMs, undefined, { signal: ending }).catch(() => {});
      delayMs = Math.min(delayMs * 2, backoff.mostMs);
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
