import { onTestFinished, vi } from "vitest";

/** Lets the device store no command. Returns a function that frees the disk. */
export function fillDisk(): () => void {
  const add = vi.spyOn(IDBObjectStore.prototype, "add").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  onTestFinished(() => add.mockRestore());
  return () => add.mockRestore();
}

/** Collects the errors that nobody handles: a composer throws what it could not store. */
export function catchUnhandled(): unknown[] {
  const before = process.listeners("unhandledRejection");
  const errors: unknown[] = [];
  process.removeAllListeners("unhandledRejection");
  process.on("unhandledRejection", (error) => void errors.push(error));
  onTestFinished(() => {
    process.removeAllListeners("unhandledRejection");
    for (const listener of before) process.on("unhandledRejection", listener);
  });
  return errors;
}
