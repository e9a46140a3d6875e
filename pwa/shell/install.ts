import { useSyncExternalStore } from "react";

/** Chromium's; other browsers install from their own menu. */
type InstallPromptEvent = Event & { prompt: () => Promise<unknown> };

let offer: InstallPromptEvent | null = null;
const listeners = new Set<() => void>();

function keep(next: InstallPromptEvent | null) {
  offer = next;
  for (const listener of listeners) listener();
}

/** The browser offers once, early: keep the offer until someone asks for it. */
export function listenForInstall(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    keep(event as InstallPromptEvent);
  });
  window.addEventListener("appinstalled", () => keep(null));
}

async function install(): Promise<void> {
  const accepted = offer;
  keep(null);
  await accepted?.prompt();
}

/** What installs the app, while the browser offers it. */
export function useInstall(): (() => void) | null {
  const isOffered = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => offer !== null,
  );
  return isOffered ? () => void install() : null;
}
