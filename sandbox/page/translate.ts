import { en } from "./texts/en.ts";
import { es } from "./texts/es.ts";
import { pt, type TextKey, type Texts } from "./texts/pt.ts";

const catalogues = { pt, en, es } satisfies Record<string, Texts>;
type Language = keyof typeof catalogues;
const tags: Record<Language, string> = { pt: "pt-BR", en: "en", es: "es" };

/** Returns the language that Balcão stores; null: no language is stored yet. */
export const languageOf = (stored: string | null): Language => (stored === "en" || stored === "es" ? stored : "pt");

export const language = languageOf(localStorage.getItem("locale"));
/** Value for `lang` and `Intl`. */
export const languageTag = tags[language];

/** Returns the text of a key with its `{values}` filled in. */
export const t = (key: TextKey, values: Record<string, string | number> = {}) =>
  catalogues[language][key].replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));

const isKey = (key: string): key is TextKey => key in pt;

/** Returns the text of a key that was composed at run time, or `fallback` if there is no such key. */
export const textOr = (key: string, fallback: string) => (isKey(key) ? t(key) : fallback);

/** Fills in the texts that the page's elements name: `data-text`, `data-label` and `data-placeholder`. */
export function fillTexts() {
  document.documentElement.lang = languageTag;
  document.title = t("title");
  for (const element of document.querySelectorAll<HTMLElement>("[data-text], [data-label], [data-placeholder]")) {
    const { text, label, placeholder } = element.dataset;
    if (text) element.textContent = textOr(text, text);
    if (label) element.setAttribute("aria-label", textOr(label, label));
    if (placeholder) element.setAttribute("placeholder", textOr(placeholder, placeholder));
  }
}
