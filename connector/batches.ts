/**
 * Collects while it works: what comes in during one run goes together into the next. A lone item goes at once, a
 * flood in few transactions.
 */
export function inBatches<T>(work: (items: T[]) => Promise<void>, onError: (error: unknown) => void) {
  let waiting: T[] = [];
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const items = waiting;
      waiting = [];
      await work(items).catch(onError);
    }
    running = null;
  }

  return {
    add(item: T): void {
      waiting.push(item);
      running ??= Promise.resolve().then(run);
    },
    /** Resolves when nothing is left. */
    settled: async () => {
      while (running) await running;
    },
  };
}
