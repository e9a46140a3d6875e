import { setTimeout as pause } from "node:timers/promises";

const REST_MS = 500;

export type BatchOptions = {
  /** The work may succeed in a moment: nobody's item is at fault. */
  isPassing(error: unknown): boolean;
  /** An item was given up. */
  onError(error: unknown): void;
};

/**
 * Collects while it works: what comes in during one run goes together into the next. A lone item goes at once, a
 * flood in few transactions. What fails for a moment is tried until it succeeds; an item that fails by itself is given
 * up, and no other with it.
 */
export function inBatches<T>(work: (items: T[]) => Promise<void>, { isPassing, onError }: BatchOptions) {
  let waiting: T[] = [];
  let running: Promise<void> | null = null;
  const ending = new AbortController();

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const items = waiting;
      waiting = [];
      await take(items);
    }
    running = null;
  }

  async function take(items: T[]): Promise<void> {
    for (;;) {
      try {
        return await work(items);
      } catch (error) {
        if (isPassing(error) && !ending.signal.aborted) {
          await pause(REST_MS, undefined, { signal: ending.signal }).catch(() => {});
          continue;
        }
        if (items.length === 1) return onError(error);
      }
      for (const item of items) await take([item]);
      return;
    }
  }

  return {
    add(item: T): void {
      waiting.push(item);
      running ??= Promise.resolve().then(run);
    },
    /** Resolves when nothing is left; what fails from now on is tried once more and given up. */
    async settled(): Promise<void> {
      ending.abort();
      while (running) await running;
    },
  };
}
