import type { MessageView } from "../../../../sync/client/index.ts";
import type { MediaType } from "../../../../sync/contracts/messages.ts";
import { m } from "../../../i18n/paraglide/messages.js";

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

/** Body shown as words, or what it is when the body is not made to be read. */
export function shortWords(message: { body: string; mediaType: MediaType }): string {
  const unreadable = ["vcard", "contactMessage", "locationMessage", "unsupported"].includes(message.mediaType);
  return (unreadable ? "" : message.body) || mediaName(message.mediaType);
}

export type Names = { contact: string; user: (id: string | null) => string | null; me: string };

/** Who wrote a message, as a reader knows them. */
export function authorOf(message: Pick<MessageView, "fromMe" | "userId" | "author">, names: Names): string {
  if (!message.fromMe) return message.author ?? names.contact;
  if (message.userId === names.me) return m.tickets_you();
  return names.user(message.userId) ?? m.tickets_someone();
}
