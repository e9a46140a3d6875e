import { MAX_BODY, MAX_NAME } from "../../../contracts/desk/messages.ts";
import { cutBetweenSigns, strangerFileName, strangerName } from "../../../contracts/texts/stranger-text.ts";
import type { IncomingChange, IncomingMessage } from "./received/incoming.ts";

const MAX_FILE_NAME = 255;

const cut = (text: string, most: number) => (text.length > most ? text.slice(0, most).toWellFormed() : text);

/**
 * Cuts a received message to the lengths that are stored, and removes signs from names that would reorder them. WhatsApp allows no longer text or name, so longer ones come
 * from modified clients only. Contact names are cut where contacts are written.
 */
export function cutToLimits(incoming: IncomingMessage): IncomingMessage {
  const { body, group, media } = incoming;
  return {
    ...incoming,
    body: cut(body, MAX_BODY),
    ...(group && { group: { ...group, author: cutBetweenSigns(strangerName(group.author), MAX_NAME) } }),
    ...(media && { media: { ...media, name: strangerFileName(media.name, MAX_FILE_NAME) } }),
  };
}

export const cutChangeToLimits = (change: IncomingChange): IncomingChange =>
  change.type === "edit" ? { ...change, body: cut(change.body, MAX_BODY) } : change;
