import { setTimeout as pause } from "node:timers/promises";

/** More than the rest of a company whose statement failed (`db/directory/company-places.ts`). */
const LIMIT_MS = 5_000;
const AGAIN_MS = 50;

type Passes = {
  /** Does the due work of all companies that are not away. */
  pass(): Promise<void>;
  /** Returns the number of skipped companies by node. */
  away(): ReadonlyMap<string, number>;
  limitMs?: number;
};

/**
 * Repeats a pass until one begins and ends with no company away. A company whose statement failed rests for seconds of
 * the monotonic clock, which a shifted `Date` does not advance, and a pass during its rest skips its work. Rejects when a
 * company is still away after the limit.
 */
export async function repeatDueWork({ pass, away, limitMs = LIMIT_MS }: Passes): Promise<void> {
  const begunAt = performance.now();
  for (;;) {
    const isComplete = away().size === 0;
    await pass();
    if (isComplete && away().size === 0) return;
    if (performance.now() - begunAt > limitMs) {
      const skipped = [...away()].map(([node, companies]) => `${companies} of ${node}`).join(", ");
      throw new Error(`Due work is incomplete after ${limitMs} ms; companies away: ${skipped || "none now"}`);
    }
    await pause(AGAIN_MS);
  }
}
