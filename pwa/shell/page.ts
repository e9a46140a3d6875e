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
    page = { title, ownsTopOnPhones };
    writeTitle();
    for (const listener of listeners) listener();
  }, [title, ownsTopOnPhones]);
}

let waiting = 0;

/** How many conversations wait: before the page's name, where it is seen from another tab. */
export function setTitleCount(count: number): void {
  if (waiting === count) return;
  waiting = count;
  writeTitle();
}

function writeTitle(): void {
  if (!page.title) return;
  const title = m.app_title({ page: page.title });
  document.title = waiting > 0 ? `(${waiting}) ${title}` : title;
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
