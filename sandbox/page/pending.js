// @ts-check
import { summaryOf } from "./bubble.js";
import { byId } from "./dom.js";
import { t } from "./translate.js";

/** @typedef {{ kind: "reply" | "edit", message: import("./api.js").Message } | null} Pending */

/** @type {Pending} */
let pending = null;

/** Returns what the next text will be: a reply to a message or an edit of one; null is a new message. */
export const getPending = () => pending;

/** @param {Pending} next */
export function setPending(next) {
  pending = next;
  byId("replying", HTMLElement).hidden = !pending;
  if (!pending) return;
  const field = byId("text", HTMLTextAreaElement);
  byId("replying-kind", HTMLElement).textContent = t(pending.kind === "edit" ? "editing" : "replying");
  byId("replying-body", HTMLElement).textContent = summaryOf(pending.message);
  if (pending.kind === "edit") field.value = pending.message.body;
  field.focus();
}
