/** What a contact sends to see the menu again. */
export const MENU_KEY = "#";

/** A menu as its contact is sent it: the words, then each line by its number. */
export function menuText(words: string, titles: readonly string[], hasWayBack = false): string {
  const lines = titles.map((title, place) => `*[ ${place + 1} ]* - ${title}`);
  if (hasWayBack && lines.length > 0) lines.push(`*[ ${MENU_KEY} ]* - Voltar ao menu`);
  return [words.trim(), lines.join("\n")].filter(Boolean).join("\n\n");
}

/**
 * Which of so many lines an answer means, counted from 0; undefined: none. The digits may stand as phones write them:
 * "2", "2.", "*[ 2 ]*", "2️⃣".
 */
export function chosenLine(answer: string, count: number): number | undefined {
  const digits = /^[\s*_[(]*(\d{1,3})(?:\uFE0F?\u20E3)?[\s*_\]).,:ºª-]*$/u.exec(answer)?.[1];
  const place = Number(digits ?? 0) - 1;
  return place >= 0 && place < count ? place : undefined;
}
