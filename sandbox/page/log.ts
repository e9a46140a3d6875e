import { byId, clock, h } from "./dom.ts";

const LENGTH = 14;

/** Adds an entry to the log of the messages. `waits` marks actions that are only on the agent's device. */
export function log(text: string, kind?: "bad" | "waits") {
  const list = byId("log", HTMLOListElement);
  list.append(h("li", { class: kind }, h("time", {}, clock(Date.now(), "2-digit")), h("i"), h("span", {}, text)));
  while (list.children.length > LENGTH) list.firstElementChild?.remove();
}
