import { readdirSync, readFileSync } from "node:fs";

/** A message as stored in its file: a text, or its plural forms. */
export type Message = string | { match: Record<string, string> }[];

const folders = ["../messages/", "../../../contracts/texts/"].map((path) => new URL(path, import.meta.url));

/** Returns every message of a language by key, from `pt.json`, the screens' files (`tickets.pt.json`) and the sentences of errors. */
export function readCatalogue(locale: string): Record<string, Message> {
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name === `${locale}.json` || name.endsWith(`.${locale}.json`))
      .map((name) => new URL(name, folder)),
  );
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(file, "utf8"))));
}

/** Returns every text of a message: one, or one per form. */
export const textsOf = (message: Message): string[] =>
  typeof message === "string" ? [message] : message.flatMap(({ match }) => Object.values(match));
