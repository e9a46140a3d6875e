import { setTimeout as pause } from "node:timers/promises";

/** More than several rests of a company whose statements failed (`db/directory/company-places.ts`), on a busy machine. */
const LIMIT_MS = 30_000;
const AGAIN_MS = 50;

type Passes = {
  /** Does the due work of all companies that are not skipped. */
  pass(): Promise<void>;
  /** Returns the number of skipped companies by node. */
  skipped(): ReadonlyMap<string, number>;
  limitMs?: number;
};

/**
 * Repeats a pass until one begins and ends with no company skipped. A company whose statement failed rests for seconds of
 * the monotonic clock, which a shifted `Date` does not advance, and a pass during its rest skips its work. Rejects when a
 * company is still skipped after the limit.
 */
export async function repeatDueWork({ pass, skipped, limitMs = LIMIT_MS }: Passes): Promise<void> {
  const begunAt = performance.now();
  for (;;) {
    const isComplete = skipped().size === 0;
    await pass();
    if (isComplete && skipped().size === 0) return;
    if (performance.now() - begunAt > limitMs) {
      const companies = [...skipped()].map(([node, count]) => `${count} of ${node}`).join(", ");
      throw new Error(`Due work is incomplete after ${limitMs} ms; companies skipped: ${companies || "none now"}`);
    }
    await pause(AGAIN_MS);
  }
}
