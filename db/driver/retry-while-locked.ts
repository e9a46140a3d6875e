import { setTimeout as pause } from "node:timers/promises";
import { isLockRefused } from "./transient-errors.ts";

/**
 * How long a statement of `migrate` waits for a lock. Statements of running programs queue behind it meanwhile. Less than
 * `deadlock_timeout` (1 s by default): in a deadlock `migrate` gives up, and the programs go on.
 */
export const LOCK_TIMEOUT_MS = 500;
/** Longer than a backup or another long transaction reads a table. */
const LIMIT_MS = 600_000;
const AGAIN_MS = 200;

/**
 * Runs work that ends without a change when a lock is not free, again until it is. Rejects with the last refusal after
 * the limit.
 */
export async function retryWhileLocked<T>(work: () => Promise<T>, limitMs = LIMIT_MS): Promise<T> {
  const begunAt = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isLockRefused(error) || performance.now() - begunAt > limitMs) throw error;
      await pause(AGAIN_MS * (1 + Math.random()));
    }
  }
}
