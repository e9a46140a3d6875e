import { readCardDetails } from "../../../contracts/desk/bodies/card-text.ts";
import { isAutomatic, wordsOf } from "../../../contracts/desk/bodies/message-words.ts";
import { readPoll } from "../../../contracts/desk/bodies/poll-text.ts";
import type { MediaType } from "../../../contracts/desk/messages.ts";
import type { MessageView } from "../../../sync/client/index.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { maskPhone } from "../../i18n/phone-number.ts";
import { textParts } from "./message-text.ts";

const kinds: Record<MediaType, () => string> = {
  chat: () => "",
  image: m.tickets_media_image,
  audio: m.tickets_media_audio,
  video: m.tickets_media_video,
  document: m.tickets_media_document,
  sticker: m.tickets_media_sticker,
  vcard: m.tickets_media_contact,
  contactMessage: m.tickets_media_contact,
  locationMessage: m.tickets_media_location,
  unsupported: m.tickets_media_unsupported,
};

export const mediaName = (mediaType: MediaType) => kinds[mediaType]();

type MessageText = { body: string; mediaType: MediaType };

/**
 * Returns a one-line text for a message: its text, its kind where there is none, or both for locations and contact
 * cards.
 */
export function shortText({ body, mediaType }: MessageText): string {
  const poll = mediaType === "chat" ? pollSummary(body) : null;
  if (poll) return poll;
  const words = mediaType === "unsupported" ? "" : wordsOf(body, mediaType);
  const isWritten = mediaType !== "locationMessage" && !isCard(mediaType);
  return isWritten ? words || mediaName(mediaType) : [mediaName(mediaType), words].filter(Boolean).join(": ");
}

/** Returns a poll as one line; null when the text is not a poll. */
export function pollSummary(body: string): string | null {
  const poll = readPoll(body);
  return poll && `${m.tickets_poll()}: ${poll.question}`;
}

const isCard = (mediaType: MediaType) => mediaType === "vcard" || mediaType === "contactMessage";

/** Removes the channel's formatting marks for bold, italic, strikethrough and code. */
export const withoutMarks = (text: string): string =>
  textParts(text)
    .map((part) => part.text)
    .join("");

/** Returns a text as one line without signature and formatting marks; contact cards become their names. */
export function plainLine(body: string): string {
  return withoutMarks(wordsOf(body).replace(/^\*[^*\n]+:\*\n/, ""))
    .replace(/\s+/g, " ")
    .trim();
}

/** Returns the text to copy to the clipboard; contact cards become lines of name and number. */
export function textToCopy({ body, mediaType }: MessageText): string {
  if (!isCard(mediaType)) return body;
  const lines = readCardDetails(body).flatMap(({ name, numbers, emails }) =>
    [name, ...numbers.map(({ number }) => maskPhone(number)), ...emails].filter(Boolean).join(" "),
  );
  return lines.join("\n") || body;
}

export type Names = { contact: string; user: (id: string | null) => string | null; me: string };

/** Returns the author's name as shown to the reader. */
export function authorOf(message: Pick<MessageView, "fromMe" | "userId" | "author" | "origin">, names: Names): string {
  if (isAutomatic(message.origin)) return m.tickets_robot();
  if (!message.fromMe) return message.author ?? names.contact;
  if (message.userId === names.me) return m.tickets_you();
  return names.user(message.userId) ?? m.tickets_someone();
}
