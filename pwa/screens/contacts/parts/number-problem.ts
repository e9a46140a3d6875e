import * as v from "valibot";
import { NewContact } from "../../../../contracts/desk/contacts.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { phoneProblemText } from "../../../i18n/phone-text.ts";
import type { PhoneReader } from "../../../session/read-phone.ts";

/** Why a form does not take a number; null: it does. Without the reading, the server decides. */
export function numberProblem(number: string, read: PhoneReader | null): string | null {
  if (!v.is(NewContact.entries.number, number.trim())) return m.tickets_error_number();
  const refused = read?.(number).refused;
  return refused === undefined ? null : phoneProblemText(refused);
}
