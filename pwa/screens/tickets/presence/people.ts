import { m } from "../../../i18n/paraglide/messages.js";
import type { Seen } from "../../../session/presence.ts";

export type Person = { userId: string | null; name: string; state: Seen["state"] };

/** Returns the other people at a ticket, each once. A person with several devices is typing if any of them is. */
export function peopleOf(seen: readonly Seen[], me: string): Person[] {
  const people = new Map<string | null, Person>();
  for (const { userId, name, state } of seen) {
    if (userId === me) continue;
    if (people.get(userId)?.state !== "typing") people.set(userId, { userId, name, state });
  }
  return [...people.values()].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

/** Sorts people who are typing first, and the contact before users. */
const rank = ({ userId, state }: Person) => (state === "typing" ? 0 : 2) + (userId === null ? 0 : 1);

/**
 * Returns a sentence such as "Helena está digitando…" or "Bia e Rui estão vendo"; while someone is typing, viewers
 * are left out.
 */
export function sentenceOf(people: readonly Person[]): string {
  const typing = people.filter(({ state }) => state === "typing");
  const [first, second] = typing.length > 0 ? typing : people;
  if (!first) return "";
  const others = (typing.length > 0 ? typing : people).length;
  const isTyping = typing.length > 0;
  if (!second) return isTyping ? m.presence_typing({ name: first.name }) : m.presence_viewing({ name: first.name });
  if (others > 2) {
    const count = String(others - 1);
    return isTyping
      ? m.presence_many_typing({ name: first.name, count })
      : m.presence_many_viewing({ name: first.name, count });
  }
  const names = { name: first.name, other: second.name };
  return isTyping ? m.presence_both_typing(names) : m.presence_both_viewing(names);
}
