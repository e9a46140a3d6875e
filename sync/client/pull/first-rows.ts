/** The rest of the first pull waits for the screen at most this long after the first tickets are stored. */
const MAX_MS = 500;

/**
 * Lets the screen draw the first rows before the rest of the window is pulled, which needs the same worker and thread.
 * Outside of a page nothing waits.
 */
export function createFirstRows() {
  const { promise: drawn, resolve } = Promise.withResolvers<void>();
  const hasScreen = typeof requestAnimationFrame === "function";
  return {
    /** Call when a list has rows: they are drawn in the next frame. */
    listed(): void {
      if (hasScreen) requestAnimationFrame(() => setTimeout(resolve));
    },
    /** Resolves when the first rows are drawn, or after a moment without them. */
    async drawn(): Promise<void> {
      if (hasScreen) await Promise.race([drawn, new Promise((done) => setTimeout(done, MAX_MS))]);
    },
  };
}
export type FirstRows = ReturnType<typeof createFirstRows>;
