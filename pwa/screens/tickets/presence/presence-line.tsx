import { m } from "../../../i18n/paraglide/messages.js";
import { classNames } from "../../../ui/class-names.ts";
import type { Person } from "./people.ts";
import { usePresence } from "./use-presence.ts";
import { useReportPresence } from "./use-report-presence.ts";

/** Reports that this user has the conversation open, and shows who else is there. */
export function PresenceLine({ ticketId, className }: { ticketId: string; className?: string }) {
  useReportPresence(ticketId);
  const people = usePresence(ticketId);
  return (
    <p aria-live="polite" className={classNames("truncate text-ink-3 text-sm empty:hidden", className)}>
      {sentenceOf(people)}
    </p>
  );
}

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
