import type { ConnectionRef } from "../../../../sync/contracts/refs.ts";
import { errorMessage } from "../../../i18n/error-message.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { moment } from "../when.ts";

type Line = Pick<ConnectionRef, "name" | "reason" | "firstContactsAfter">;

/** That this number's messages wait, and why, where that is known. */
export function downSentence({ name, reason }: Pick<Line, "name" | "reason">): string {
  const waits = m.tickets_line_down({ name });
  return reason ? `${waits}. ${errorMessage(reason)}` : waits;
}

/** Until when the channel holds what goes to somebody who never wrote. */
export const restrictedSentence = ({ name, firstContactsAfter }: Omit<Line, "reason">): string =>
  m.tickets_line_restricted({ name, until: firstContactsAfter ? moment(firstContactsAfter) : "" });
