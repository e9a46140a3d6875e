import { readdirSync, readFileSync } from "node:fs";

/** A message as stored in its file: a text, or its plural forms. */
export type Message = string | { match: Record<string, string> }[];

const folder = new URL("../messages/", import.meta.url);

/** Returns every message of a language by key, from `pt.json` and the screens' files (`tickets.pt.json`). */
export function readCatalogue(locale: string): Record<string, Message> {
  const names = readdirSync(folder).filter((name) => name === `${locale}.json` || name.endsWith(`.${locale}.json`));
  return Object.assign({}, ...names.map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8"))));
}

/** Returns every text of a message: one, or one per form. */
export const textsOf = (message: Message): string[] =>
  typeof message === "string" ? [message] : message.flatMap(({ match }) => Object.values(match));
