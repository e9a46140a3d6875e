import * as v from "valibot";
import { NoteText } from "../../../../contracts/desk/tickets.ts";
import { m } from "../../../i18n/paraglide/messages.js";

/** Returns the note to store, or its problem. */
export function noteOf(text: string): { note: string; problem: null } | { note: null; problem: string } {
  const parsed = v.safeParse(NoteText, text);
  if (parsed.success) return { note: parsed.output, problem: null };
  const isLong = parsed.issues.some((issue) => issue.type === "max_length");
  return { note: null, problem: isLong ? m.lists_too_long() : m.tickets_note_short() };
}
