export { chosenLine } from "./menu-answer.ts";

/** The text that a contact sends to see the menu again. */
export const MENU_KEY = "#";

/** Returns a menu as the contact receives it: the text, then the numbered options. */
export function menuText(words: string, titles: readonly string[], hasWayBack = false): string {
  const lines = titles.map((title, place) => `*[ ${place + 1} ]* - ${title}`);
  if (hasWayBack && lines.length > 0) lines.push(`*[ ${MENU_KEY} ]* - Voltar ao menu`);
  return [words.trim(), lines.join("\n")].filter(Boolean).join("\n\n");
}

export type MenuParts = { words: string; lines: { key: string; title: string }[] };

/** Splits a text made by `menuText` into text and options. Any other text has no options. */
export function menuParts(text: string): MenuParts {
  const written = text.split("\n");
  const first = written.findIndex((line) => MENU_LINE.test(line));
  if (first < 0) return { words: text, lines: [] };
  const lines = written.slice(first).flatMap((line) => {
    const [, key = "", title = ""] = MENU_LINE.exec(line) ?? [];
    return key ? [{ key, title }] : [];
  });
  return { words: written.slice(0, first).join("\n").trim(), lines };
}

const MENU_LINE = /^\*\[ (\d+|#) \]\* - (.*)$/;
