import { useEffect, useSyncExternalStore } from "react";
import { m } from "../i18n/paraglide/messages.js";

export type Page = {
  title: string;
  /** How many there are, beside the title on phones. */
  count: string | null;
  /** On phones the screen draws its own top: an open conversation, a selection. */
  ownsTopOnPhones: boolean;
  /** On phones the bell stands where customers are answered; elsewhere the title and its actions need the room. */
  showsBellOnPhones: boolean;
  /** The screen has no room beside an open menu: below 1600 px the menu is the rail. */
  needsWidth: boolean;
};

let page: Page = { title: "", count: null, ownsTopOnPhones: false, showsBellOnPhones: false, needsWidth: false };
const listeners = new Set<() => void>();

/** What the window is called, and what the top bar says on phones. */
export function usePage(title: string, options: Partial<Omit<Page, "title">> = {}): void {
  const { count = null, ownsTopOnPhones = false, showsBellOnPhones = false, needsWidth = false } = options;
  useEffect(() => {
    page = { title, count, ownsTopOnPhones, showsBellOnPhones, needsWidth };
    writeTitle();
    for (const listener of listeners) listener();
  }, [title, count, ownsTopOnPhones, showsBellOnPhones, needsWidth]);
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
