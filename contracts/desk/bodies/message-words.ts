import { readCards, splitCards } from "./card-text.ts";
import { readPlace } from "./place-text.ts";

/**
 * The automatic sources of outgoing messages: the desk's own texts by purpose, a campaign, or a scheduled message,
 * whose text a user wrote. Null: an agent, the company's phone or an integrator.
 */
export const automaticOrigins = [
  "menu",
  "greeting",
  "waiting",
  "outOfHours",
  "rating",
  "farewell",
  "flow",
  "notice",
  "campaign",
] as const;
export const messageOrigins = [...automaticOrigins, "schedule"] as const;
export type AutomaticOrigin = (typeof automaticOrigins)[number];
export type MessageOrigin = (typeof messageOrigins)[number];

/**
 * The questions of the desk that a contact's message can answer: the bot's menu, the rating, a campaign's confirmation.
 * Such a message is no text for an agent, and no list shows it.
 */
export const answeredQuestions = ["menu", "rating", "confirmation"] as const;
export type AnsweredQuestion = (typeof answeredQuestions)[number];

const automatic: ReadonlySet<string> = new Set(automaticOrigins);
/** Returns whether the desk itself wrote the text. */
export const isAutomatic = (origin: MessageOrigin | null): origin is AutomaticOrigin =>
  origin !== null && automatic.has(origin);

/** Returns a body as one line of text: the names of contact cards, the name of a location. */
export function wordsOf(body: string, mediaType = "chat"): string {
  if (mediaType === "locationMessage") return readPlace(body)?.name ?? "";
  const isCard = mediaType === "vcard" || mediaType === "contactMessage" || splitCards(body).length > 0;
  const names = isCard ? readCards(body).map(({ name, number }) => name || number) : [];
  return isCard ? names.join(", ") : body;
}
