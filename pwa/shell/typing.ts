const PAUSE_MS = 15_000;
let lastKeyAt = Number.NEGATIVE_INFINITY;

export function watchTyping(): void {
  window.addEventListener("input", () => (lastKeyAt = performance.now()), { capture: true, passive: true });
}

/** Returns whether the user typed a moment ago, or has the focus in a field with content. */
export function isTyping(): boolean {
  if (performance.now() - lastKeyAt < PAUSE_MS) return true;
  const field = document.activeElement;
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return isField && field.value.trim() !== "";
}

/** Calls `run` once the user does not type, checking every second. Returns a function that cancels it. */
export function whenNotTyping(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    if (isTyping()) timer = setTimeout(look, 1000);
    else run();
  };
  look();
  return () => clearTimeout(timer);
}
