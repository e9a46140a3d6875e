import { setTimeout as pause } from "node:timers/promises";

const REST_MS = 500;
/** An item that fails by itself is tried so often: nobody gives it again once it has been given up. */
const MOST_TRIES = 3;
const AGAIN_MS = 50;

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
  type Entry = { item: T; onDone(): void };
  let waiting: Entry[] = [];
  let running: Promise<void> | null = null;
  const ending = new AbortController();

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const entries = waiting;
      waiting = [];
      await take(entries);
    }
    running = null;
  }

  async function take(entries: Entry[]): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await work(entries.map(({ item }) => item));
        for (const { onDone } of entries) onDone();
        return;
      } catch (error) {
        const isTransientDbError = isPassing(error);
        if (isTransientDbError && !ending.signal.aborted) {
          await pause(REST_MS, undefined, { signal: ending.signal }).catch(() => {});
          continue;
        }
        const [entry] = entries;
        if (entry && entries.length === 1) {
          if (!isTransientDbError && tries < MOST_TRIES && !ending.signal.aborted) {
            await pause(AGAIN_MS);
            continue;
          }
          if (!isTransientDbError) entry.onDone();
          return onError(error);
        }
      }
      for (const entry of entries) await take([entry]);
      return;
    }
  }

  return {
    /** Resolves when it is done, or will never be; not if only the end came first. */
    add(item: T): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ item, onDone: resolve });
      running ??= Promise.resolve().then(run);
      return promise;
    },
    /** Resolves when nothing is left; what fails from now on is tried once more and given up. */
    async settled(): Promise<void> {
      ending.abort();
      while (running) await running;
    },
  };
}
