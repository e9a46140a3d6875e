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
