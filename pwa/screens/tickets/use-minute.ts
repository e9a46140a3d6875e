import { useSyncExternalStore } from "react";

const LOOK_MS = 15_000;
let minute = Math.floor(Date.now() / 60_000);
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all who look, which runs while any of them is on the screen. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    const next = Math.floor(Date.now() / 60_000);
    if (next === minute) return;
    minute = next;
    for (const tell of listeners) tell();
  }, LOOK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Draws again when a new minute begins. */
export function useMinute(): void {
  useSyncExternalStore(subscribe, () => minute);
}
