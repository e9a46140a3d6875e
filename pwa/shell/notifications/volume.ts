import { useSyncExternalStore } from "react";
import { deviceStorage } from "../../ui/device-storage.ts";

const KEY = "volume";
const listeners = new Set<() => void>();

/** Returns the volume, 0 to 1 in tenths; 1 by default. */
export function readVolume(): number {
  const stored = deviceStorage.getItem(KEY);
  const volume = stored === null ? 1 : Number(stored);
  return Number.isFinite(volume) ? Math.min(1, Math.max(0, Math.round(volume * 10) / 10)) : 1;
}

export function setVolume(volume: number): void {
  deviceStorage.setItem(KEY, String(Math.round(volume * 10) / 10));
  for (const listener of listeners) listener();
}

export function useVolume(): number {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    window.addEventListener("storage", listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener("storage", listener);
    };
  }, readVolume);
}
