import {
  fillVariables as fill,
  nameVariables,
  protocolOf,
  timeVariables,
} from "../../../../contracts/desk/message-variables.ts";

export type VariableValues = {
  contactName: string;
  userName: string;
  ticketNumber: number;
  queue: string;
  connection: string;
  /** When the text is sent, in the company's time zone: "YYYY-MM-DDTHH:mm". */
  minute: string;
};

/**
 * Replaces `{{firstName}}` and the other variables, so that the agent reads what the contact will receive. Unknown
 * variables stay as they are.
 */
export function fillVariables(text: string, values: VariableValues): string {
  const { contactName, userName, ticketNumber, queue, connection, minute } = values;
  return fill(text, {
    ...nameVariables(contactName),
    ...timeVariables(minute),
    userName,
    protocol: protocolOf(minute, ticketNumber),
    ticket_id: String(ticketNumber),
    queue,
    connection,
  });
}
