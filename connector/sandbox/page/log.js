// @ts-check
import { byId, clock, h } from "./dom.js";

const LENGTH = 14;

/**
 * Adds a line to the path of the messages. `waits`: something is only on the agent's device.
 * @param {string} text
 * @param {"bad" | "waits"} [kind]
 */
export function log(text, kind) {
  const list = byId("log", HTMLOListElement);
  list.append(h("li", { class: kind }, h("time", {}, clock(Date.now(), "2-digit")), h("i"), h("span", {}, text)));
  while (list.children.length > LENGTH) list.firstElementChild?.remove();
}
