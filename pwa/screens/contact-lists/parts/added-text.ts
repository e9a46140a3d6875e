import { m } from "../../../i18n/paraglide/messages.js";
import type { ContactsAdded } from "./list-calls.ts";

/** Says what became of the contacts that were to be added to a list. */
export function addedText({ added, known }: ContactsAdded): string {
  if (added === 0) return known === 0 ? m.contact_lists_added_nobody() : m.contact_lists_added_known();
  return known > 0 ? m.contact_lists_added_some({ added, known }) : m.contact_lists_added({ count: added });
}
