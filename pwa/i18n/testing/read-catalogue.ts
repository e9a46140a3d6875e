import { readdirSync, readFileSync } from "node:fs";

/** A message as its file has it: a text, or its forms by number. */
export type Message = string | { match: Record<string, string> }[];

const folder = new URL("../messages/", import.meta.url);

/** Every message of a language, of `pt.json` and of the screens' files (`tickets.pt.json`), by key. */
export function readCatalogue(locale: string): Record<string, Message> {
  const names = readdirSync(folder).filter((name) => name === `${locale}.json` || name.endsWith(`.${locale}.json`));
  return Object.assign({}, ...names.map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8"))));
}

/** Every text of a message: one, or one for each form. */
export const textsOf = (message: Message): string[] =>
  typeof message === "string" ? [message] : message.flatMap(({ match }) => Object.values(match));
