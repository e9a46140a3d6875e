import { useSyncExternalStore } from "react";

/** Fired by Chromium only; other browsers install from their own menu. */
type InstallPromptEvent = Event & { prompt: () => Promise<unknown> };

let offer: InstallPromptEvent | null = null;
const listeners = new Set<() => void>();

function keep(next: InstallPromptEvent | null) {
  offer = next;
  for (const listener of listeners) listener();
}

/** The browser fires the event once, early: the event is kept until the user asks to install. */
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

/** Returns the function that installs the app, or null while the browser does not offer it. */
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
