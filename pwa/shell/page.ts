import { useEffect, useSyncExternalStore } from "react";
import { m } from "../i18n/paraglide/messages.js";

export type Page = {
  title: string;
  /** Number of items, shown beside the title on phones. */
  count: string | null;
  /** True when the screen draws its own top bar on phones: an open conversation, a selection. */
  ownsTopOnPhones: boolean;
  /**
   * True on the screens where customers are answered; on other screens of a phone the title and its actions need the
   * room.
   */
  showsBellOnPhones: boolean;
  /** True when the screen has no room beside an open menu: below 1600 px the menu is reduced to icons. */
  needsWidth: boolean;
  /** The list that the page belongs to: on phones its link replaces the menu button. Null: the menu button. */
  backTo: BackTo | null;
};
type BackTo = "/contact-lists";

let page: Page = {
  title: "",
  count: null,
  ownsTopOnPhones: false,
  showsBellOnPhones: false,
  needsWidth: false,
  backTo: null,
};
const listeners = new Set<() => void>();

/** Sets the window's title and the text of the phones' top bar. */
export function usePage(title: string, options: Partial<Omit<Page, "title">> = {}): void {
  const {
    count = null,
    ownsTopOnPhones = false,
    showsBellOnPhones = false,
    needsWidth = false,
    backTo = null,
  } = options;
  useEffect(() => {
    page = { title, count, ownsTopOnPhones, showsBellOnPhones, needsWidth, backTo };
    writeTitle();
    for (const listener of listeners) listener();
  }, [title, count, ownsTopOnPhones, showsBellOnPhones, needsWidth, backTo]);
}

let waiting = 0;

/** Sets the number of waiting conversations: shown before the page's title, so that it is visible from another tab. */
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
