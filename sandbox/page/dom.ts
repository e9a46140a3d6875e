import { languageTag } from "./translate.ts";

export type Child = string | Node | false | null | undefined;

/** Returns the page's element with that id. */
export function byId<T extends HTMLElement>(id: string, type: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`the page has no #${id}`);
  return element;
}

/** Values of attributes, and listeners (`onclick`); false and undefined set nothing. */
type Attributes = Record<string, string | number | boolean | ((event: Event) => unknown) | undefined>;

/** Builds an element; children may be strings, elements or nothing. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

export function icon(name: string) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#${name}`);
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  return svg;
}

/** Returns the time of day; `second` shows the seconds, too. */
export const clock = (time: number, second?: "2-digit") =>
  new Date(time).toLocaleTimeString(languageTag, { hour: "2-digit", minute: "2-digit", second, hourCycle: "h23" });

/** Closes open menus on Escape and on a press outside them, including a press inside the frame. */
export function closeMenusOnLeave(frame: HTMLIFrameElement) {
  const close = (isLeft: (menu: HTMLDetailsElement) => boolean) => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>("details.menu[open]"))
      if (isLeft(menu)) menu.open = false;
  };
  document.addEventListener("click", ({ target }) => close((menu) => !menu.contains(target as Node)));
  frame.addEventListener("load", () => frame.contentWindow?.addEventListener("pointerdown", () => close(() => true)));
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") close(() => true);
  });
}
