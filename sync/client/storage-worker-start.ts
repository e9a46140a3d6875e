let started: Worker | null = null;

const create = () => new Worker(new URL("./storage-worker.ts", import.meta.url), { type: "module" });

/**
 * Starts the storage worker before the engine is there: its code is loaded and runs while the page does other work. The
 * first storage takes it.
 */
export function startStorageWorker(): void {
  started ??= create();
}

/** Returns the worker that was started early, once; else a new one. */
export function takeStorageWorker(): Worker {
  const worker = started ?? create();
  started = null;
  return worker;
}
