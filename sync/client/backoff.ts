import type { Clock } from "./clock.ts";

const FIRST_MS = 1_000;
export const LAST_MS = 60_000;

/** Returns 1, 2, 4 … 60 s with jitter (half to all of it), so that many devices do not reconnect in the same second. */
export function backoffMs(failures: number, random: () => number): number {
  const full = Math.min(LAST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1));
  return Math.round(full / 2 + (full / 2) * random());
}

/** Creates pauses that can all be ended at once. */
export function createWaker(clock: Clock) {
  const sleepers = new Set<() => void>();
  return {
    sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
      return new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const wake = () => {
          sleepers.delete(wake);
          cancel();
          signal?.removeEventListener("abort", wake);
          resolve();
        };
        const cancel = clock.after(delayMs, wake);
        sleepers.add(wake);
        signal?.addEventListener("abort", wake);
      });
    },
    wake() {
      for (const wake of [...sleepers]) wake();
    },
  };
}
export type Waker = ReturnType<typeof createWaker>;
