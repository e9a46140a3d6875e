/** A text typed into the kept conversation before the app was there. Goes with the session, as other drafts do. */
const KEY = "draft:typed-early";

/** `base`: the draft as it was drawn. `text`: the whole text of the field now. */
export type TypedEarly = { userId: string; ticketId: string; base: string; text: string };

export function storeTypedEarly(storage: Storage, typed: TypedEarly): void {
  storage.setItem(KEY, JSON.stringify(typed));
}

/** Returns what was typed for this ticket, once. */
export function takeTypedEarly(storage: Storage, userId: string, ticketId: string): TypedEarly | null {
  const text = storage.getItem(KEY);
  if (text === null) return null;
  const typed: TypedEarly = JSON.parse(text);
  if (typed.userId !== userId || typed.ticketId !== ticketId) return null;
  storage.removeItem(KEY);
  return typed;
}

/** Returns the draft with what was typed. The draft may have changed since it was drawn; nothing of both is lost. */
export function withTyped(draft: string, { base, text }: TypedEarly): string {
  if (draft === base || draft === "" || text.startsWith(draft)) return text;
  return draft + (text.startsWith(base) ? text.slice(base.length) : `\n${text}`);
}
