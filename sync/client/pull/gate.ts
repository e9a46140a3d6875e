/** A gate that is opened once. `opened` also resolves when the signal aborts. */
export function createGate() {
  const { promise: opened, resolve } = Promise.withResolvers<void>();
  let isOpen = false;
  return {
    open() {
      isOpen = true;
      resolve();
    },
    isOpen: () => isOpen,
    opened: (signal: AbortSignal) =>
      Promise.race([opened, new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()))]),
  };
}
