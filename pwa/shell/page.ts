import { useEffect, useSyncExternalStore } from "react";
import { m } from "../i18n/paraglide/messages.js";

export type Page = {
  title: string;
  /** On phones the screen draws its own top: an open conversation. */
  ownsTopOnPhones: boolean;
};

let page: Page = { title: "", ownsTopOnPhones: false };
const listeners = new Set<() => void>();

/** What the window is called, and what the top bar says on phones. */
export function usePage(title: string, { ownsTopOnPhones = false } = {}): void {
  useEffect(() => {
    document.title = m.app_title({ page: title });
    page = { title, ownsTopOnPhones };
    for (const listener of listeners) listener();
  }, [title, ownsTopOnPhones]);
}

export function useShownPage(): Page {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => page,
  );
}
