import {
  fillVariables as fill,
  nameVariables,
  protocolOf,
  timeVariables,
} from "../../../../sync/contracts/message-variables.ts";

export type VariableValues = {
  contactName: string;
  userName: string;
  ticketNumber: number;
  queue: string;
  connection: string;
  now: Date;
};

const two = (value: number) => String(value).padStart(2, "0");
const minuteOf = (now: Date) =>
  `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}T${two(now.getHours())}:${two(now.getMinutes())}`;

/**
 * Replaces `{{firstName}}` and the other variables, so that the agent reads what the contact will receive. Unknown
 * variables stay as they are.
 */
export function fillVariables(text: string, values: VariableValues): string {
  const { contactName, userName, ticketNumber, queue, connection, now } = values;
  const at = minuteOf(now);
  return fill(text, {
    ...nameVariables(contactName),
    ...timeVariables(at),
    userName,
    protocol: protocolOf(at, ticketNumber),
    ticket_id: String(ticketNumber),
    queue,
    connection,
  });
}
