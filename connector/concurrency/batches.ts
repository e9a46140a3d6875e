import { setTimeout as pause } from "node:timers/promises";

const REST_MS = 500;
/** How many attempts an item gets that fails by itself. */
const MAX_TRIES = 3;
const AGAIN_MS = 50;

export type BatchOptions = {
  /** Returns whether the error is transient, so that no item is at fault. */
  isPassing(error: unknown): boolean;
  /** Called when an item is given up. */
  onError(error: unknown): void;
};

/**
 * Batches items that arrive while a run is in progress. A single item runs at once, a burst in few transactions.
 * Transient errors are retried until they succeed; an item that fails by itself is given up without affecting others.
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
          await pause(REST_MS, undefined, { signal: ending.signal }).catch(() => {}); // aborted: one last try
          continue;
        }
        const [entry] = entries;
        if (entry && entries.length === 1) {
          if (!isTransientDbError && tries < MAX_TRIES && !ending.signal.aborted) {
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
    /** Resolves when the item is done or given up; never, if the process stops first. */
    add(item: T): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ item, onDone: resolve });
      running ??= Promise.resolve().then(run);
      return promise;
    },
    /** Resolves when nothing is left; from now on a failure gets one more attempt. */
    async settled(): Promise<void> {
      ending.abort();
      while (running) await running;
    },
  };
}
