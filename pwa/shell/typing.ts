const PAUSE_MS = 15_000;
let lastKeyAt = Number.NEGATIVE_INFINITY;

export function watchTyping(): void {
  window.addEventListener("input", () => (lastKeyAt = performance.now()), { capture: true, passive: true });
}

/** Someone wrote a moment ago, or stands in a field that holds something. */
export function isTyping(): boolean {
  if (performance.now() - lastKeyAt < PAUSE_MS) return true;
  const field = document.activeElement;
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return isField && field.value.trim() !== "";
}

/** Runs once nobody is typing; asks again every second until then. */
export function whenNotTyping(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    if (isTyping()) timer = setTimeout(look, 1000);
    else run();
  };
  look();
  return () => clearTimeout(timer);
}
