import type { ShownMessage } from "../wire.ts";
import { summaryOf } from "./bubble.ts";
import { byId } from "./dom.ts";
import { t } from "./translate.ts";

type Pending = { kind: "reply" | "edit"; message: ShownMessage } | null;

let pending: Pending = null;

/** Returns what the next text will be: a reply to a message or an edit of one; null is a new message. */
export const getPending = () => pending;

export function setPending(next: Pending) {
  pending = next;
  byId("replying", HTMLElement).hidden = !pending;
  if (!pending) return;
  const field = byId("text", HTMLTextAreaElement);
  byId("replying-kind", HTMLElement).textContent = t(pending.kind === "edit" ? "editing" : "replying");
  byId("replying-body", HTMLElement).textContent = summaryOf(pending.message);
  if (pending.kind === "edit") field.value = pending.message.body;
  field.focus();
}
