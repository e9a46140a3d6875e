import { useSyncExternalStore } from "react";

const LOOK_MS = 15_000;
let minute = Math.floor(Date.now() / 60_000);
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Shares one timer among all subscribers; it runs while there is at least one. */
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

/** Renders again when a new minute begins. */
export function useMinute(): void {
  useSyncExternalStore(subscribe, () => minute);
}
