import type { ConnectionRef } from "../../../../contracts/desk/refs.ts";
import { errorMessage } from "../../../i18n/error-message.ts";
import { moment } from "../../../i18n/full-dates.ts";
import { m } from "../../../i18n/paraglide/messages.js";

type Line = Pick<ConnectionRef, "name" | "reason" | "firstContactsAfter">;

/** Returns a sentence that messages of this connection wait, with the reason if it is known. */
export function downSentence({ name, reason }: Pick<Line, "name" | "reason">): string {
  const waits = m.tickets_line_down({ name });
  return reason ? `${waits}. ${errorMessage(reason)}` : waits;
}

/** Returns a sentence that gives the time until which the channel holds messages to contacts who never wrote. */
export const restrictedSentence = ({ name, firstContactsAfter }: Omit<Line, "reason">): string =>
  m.tickets_line_restricted({ name, until: firstContactsAfter ? moment(firstContactsAfter) : "" });
