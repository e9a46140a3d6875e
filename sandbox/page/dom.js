// @ts-check
import { languageTag } from "./translate.js";

/** @typedef {string | Node | false | null | undefined} Child */

/**
 * Returns the page's element with that id.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function byId(id, type) {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * Builds an element; children may be strings, elements or nothing.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (value === true) element.setAttribute(name, "");
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

/** @param {string} name */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#${name}`);
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  return svg;
}

/**
 * @param {number} time
 * @param {"2-digit"} [second]
 */
export const clock = (time, second) =>
  new Date(time).toLocaleTimeString(languageTag, { hour: "2-digit", minute: "2-digit", second, hourCycle: "h23" });

/**
 * Closes open menus on Escape and on a press outside them, including a press inside the frame.
 * @param {HTMLIFrameElement} frame
 */
export function closeMenusOnLeave(frame) {
  /** @param {(menu: HTMLDetailsElement) => boolean} isLeft */
  const close = (isLeft) => {
    for (const menu of document.querySelectorAll("details.menu[open]"))
      if (menu instanceof HTMLDetailsElement && isLeft(menu)) menu.open = false;
  };
  document.addEventListener("click", ({ target }) => close((menu) => !menu.contains(/** @type {Node} */ (target))));
  frame.addEventListener("load", () => frame.contentWindow?.addEventListener("pointerdown", () => close(() => true)));
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") close(() => true);
  });
}
