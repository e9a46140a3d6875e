import { fillText } from "../texts/filled-text.ts";

/** The variables allowed between double braces in greetings, quick messages, scheduled messages and automatic texts. */
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

/** Fills in known variables; unknown names between braces stay unchanged. */
export function fillVariables(text: string, variables: Partial<MessageVariables>): string {
  return fillText(text, /\{\{\s*(\w+)\s*\}\}/g, ([, name = ""]) => {
    const value = Object.hasOwn(variables, name) ? variables[name as keyof MessageVariables] : undefined;
    return value === undefined ? undefined : { value, isName: isNameVariable(name) };
  }).text;
}

export const isNameVariable = (name: string): boolean => name === "firstName" || name === "name";

/**
 * Returns the variables that depend on a contact's name. A name without letters is no name to greet with: a contact
 * without a name has its number there. The first name is the first word with a letter, without the signs around it.
 */
export function nameVariables(name: string) {
  const word = name.split(/\s+/).find((one) => LETTER.test(one)) ?? "";
  const firstName = word.replace(/^[^\p{L}\p{N}]+/u, "").replace(AFTER_NAME, "");
  return { firstName, name: word === "" ? "" : name };
}

const LETTER = /\p{L}/u;
/** Signs after a name, but not the dot of an initial. */
const AFTER_NAME = /(?<=[\p{L}\p{M}\p{N}.'’)])[^\p{L}\p{M}\p{N}.'’)]+$/u;

/** Returns the variables that depend on a local time "YYYY-MM-DDTHH:mm". */
export function timeVariables(at: string) {
  const [year, month, day] = at.slice(0, 10).split("-");
  return { ms: salutation(Number(at.slice(11, 13))), date: `${day}/${month}/${year}`, hour: at.slice(11, 16) };
}

/** Returns the protocol number that is given to contacts: date and ticket number. */
export const protocolOf = (at: string, ticketNumber: number | string) =>
  `${at.slice(0, 10).replaceAll("-", "")}${ticketNumber}`;

/** In Portuguese, whatever the agent's language: "bom dia" from 5:00, "boa noite" from 18:00. */
function salutation(hour: number): string {
  if (hour >= 5 && hour < 12) return "bom dia";
  return hour >= 12 && hour < 18 ? "boa tarde" : "boa noite";
}
