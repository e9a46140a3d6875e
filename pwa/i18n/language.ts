import { useSyncExternalStore } from "react";
import { sayUnstored } from "../ui/device-storage.ts";
import { getLocale, type Locale, setLocale } from "./paraglide/runtime.js";
import { showTextsIn } from "./text-tables.ts";

export const languages: { locale: Locale; name: string; tag: string }[] = [
  { locale: "pt", name: "Português", tag: "pt-BR" },
  { locale: "en", name: "English", tag: "en" },
  { locale: "es", name: "Español", tag: "es" },
];

const listeners = new Set<() => void>();

/** Returns the language tag for `lang` and for `Intl`. */
export function languageTag(): string {
  const locale = getLocale();
  return languages.find((language) => language.locale === locale)?.tag ?? "pt-BR";
}

/** Draws the page again in the new language, without a reload. Waits for the texts of the language. */
export async function changeLanguage(locale: Locale): Promise<void> {
  await showTextsIn(locale);
  try {
    await setLocale(locale, { reload: false });
  } catch (error) {
    // The texts are there already: the language holds in this page.
    if (!(error instanceof DOMException)) throw error;
    sayUnstored();
  }
  document.documentElement.lang = languageTag();
  for (const listener of listeners) listener();
}

export function useLanguage(): Locale {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, getLocale);
}
