// @ts-check
import { en } from "./texts/en.js";
import { es } from "./texts/es.js";
import { pt } from "./texts/pt.js";

/** @typedef {keyof typeof pt} TextKey */

const catalogues = { pt, en, es };
const tags = { pt: "pt-BR", en: "en", es: "es" };

/** @param {string | null} stored The language as Balcão stores it; null: no language is stored yet. */
export const languageOf = (stored) => (stored === "en" || stored === "es" ? stored : "pt");

export const language = languageOf(localStorage.getItem("locale"));
/** Value for `lang` and `Intl`. */
export const languageTag = tags[language];

/**
 * Returns the text of a key with its `{values}` filled in.
 * @param {TextKey} key
 * @param {Record<string, string | number>} [values]
 */
export const t = (key, values = {}) =>
  catalogues[language][key].replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));

/**
 * Returns the text of a key that was composed at run time, or `fallback` if there is no such key.
 * @param {string} key
 * @param {string} fallback
 */
export const textOr = (key, fallback) => (key in pt ? t(/** @type {TextKey} */ (key)) : fallback);

/** Fills in the texts that the page's elements name: `data-text`, `data-label` and `data-placeholder`. */
export function fillTexts() {
  document.documentElement.lang = languageTag;
  document.title = t("title");
  for (const element of document.querySelectorAll("[data-text], [data-label], [data-placeholder]")) {
    const { text, label, placeholder } = /** @type {HTMLElement} */ (element).dataset;
    if (text) element.textContent = textOr(text, text);
    if (label) element.setAttribute("aria-label", textOr(label, label));
    if (placeholder) element.setAttribute("placeholder", textOr(placeholder, placeholder));
  }
}
