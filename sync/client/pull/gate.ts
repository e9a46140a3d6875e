/** A gate that is opened once. `opened` also resolves when the signal aborts. */
export function createGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    open: () => open(),
    opened: (signal: AbortSignal) =>
      Promise.race([opened, new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()))]),
  };
}
