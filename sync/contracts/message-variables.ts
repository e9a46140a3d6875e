/** What greetings, quick replies, scheduled messages and automatic texts may name between double braces. */
export const variableNames = [
  "firstName",
  "name",
  "userName",
  "ms",
  "protocol",
  "date",
  "hour",
  "ticket_id",
  "queue",
  "connection",
] as const;
export type MessageVariables = Record<(typeof variableNames)[number], string>;

/** Replaces the names that it knows; an unknown name between braces stays as it was written. */
export function fillVariables(text: string, variables: Partial<MessageVariables>): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name as keyof MessageVariables] ?? whole) : whole,
  );
}

/** The names that a contact's name fills in. */
export const nameVariables = (name: string) => ({ firstName: name.split(" ")[0] ?? "", name });

/** The names that a moment fills in, from "YYYY-MM-DDTHH:mm" by the company's clock. */
export function timeVariables(at: string) {
  const [year, month, day] = at.slice(0, 10).split("-");
  return { ms: salutation(Number(at.slice(11, 13))), date: `${day}/${month}/${year}`, hour: at.slice(11, 16) };
}

/** The number that a contact quotes for a ticket: the day and the ticket's number. */
export const protocolOf = (at: string, ticketNumber: number | string) =>
  `${at.slice(0, 10).replaceAll("-", "")}${ticketNumber}`;

/** Contacts are greeted in Portuguese, whatever the agent's language: "bom dia" from five, "boa noite" from six. */
function salutation(hour: number): string {
  if (hour >= 5 && hour < 12) return "bom dia";
  return hour >= 12 && hour < 18 ? "boa tarde" : "boa noite";
}
