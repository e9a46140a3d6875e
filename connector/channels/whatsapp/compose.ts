import { type AnyMessageContent, normalizeMessageContent, proto, type WAMessage } from "@whiskeysockets/baileys";
import { readCards, splitCards } from "../../../contracts/desk/bodies/cards.ts";
import { readPlace } from "../../../contracts/desk/bodies/places.ts";
import type { OutgoingQuote } from "../../../domain/desk/outbox/index.ts";
import type { OutgoingContent } from "../../channel.ts";
import { isGroup } from "./jids.ts";

/**
 * Converts a message to the library's content type. Files are streamed from their path during the upload and never
 * held in memory.
 */
export function compose({ body, mediaType, file }: OutgoingContent): AnyMessageContent {
  if (mediaType === "vcard" || mediaType === "contactMessage") return composeCards(body);
  if (mediaType === "locationMessage") return composePlace(body);
  if (!file) return { text: body };
  const { mimetype } = file;
  const source = { url: file.path };
  const caption = body || undefined;
  switch (mediaType) {
    case "image":
      return { image: source, mimetype, caption };
    case "video":
      return { video: source, mimetype, caption };
    case "audio":
      // Only Opus in Ogg plays as a voice note; other formats are sent as audio files.
      return {
        audio: source,
        mimetype,
        ptt: mimetype.startsWith("audio/ogg"),
        seconds: file.seconds ?? undefined,
        ...(file.waveform && { waveform: Uint8Array.from(file.waveform) }),
      };
    case "sticker":
      return { sticker: source, mimetype };
    default:
      return { document: source, mimetype, fileName: file.name, caption };
  }
}

function composeCards(body: string): AnyMessageContent {
  const contacts = cardsIn(body);
  return contacts ? { contacts } : { text: body };
}

function composePlace(body: string): AnyMessageContent {
  const location = placeIn(body);
  return location ? { location } : { text: body };
}

function cardsIn(body: string) {
  const cards = readCards(body);
  const contacts = splitCards(body).map((vcard, place) => ({ vcard, displayName: cards[place]?.name }));
  return contacts.length > 0 ? { displayName: cards.map(({ name }) => name).join(", "), contacts } : null;
}

function placeIn(body: string) {
  const place = readPlace(body);
  if (!place) return null;
  const { latitude, longitude, name, address } = place;
  const names = { name: name || undefined, address: address || undefined };
  return { degreesLatitude: latitude, degreesLongitude: longitude, ...names };
}

/** Returns the quoted message with the fields that a phone needs; a phone that has the message shows its own copy. */
export function quotedMessage({ quoted, chatKey }: OutgoingContent): WAMessage | undefined {
  if (!quoted) return undefined;
  const participant = isGroup(chatKey) && quoted.participant?.includes("@") ? quoted.participant : undefined;
  return {
    key: { remoteJid: chatKey, id: quoted.providerId, fromMe: quoted.fromMe, participant },
    message: quotedContent(quoted),
  };
}

function quotedContent({ mediaType, body }: Pick<OutgoingQuote, "mediaType" | "body">): proto.IMessage {
  const caption = body || undefined;
  const location = mediaType === "locationMessage" ? placeIn(body) : null;
  const cards = mediaType === "vcard" || mediaType === "contactMessage" ? cardsIn(body) : null;
  const [card, ...others] = cards?.contacts ?? [];
  if (location) return { locationMessage: location };
  if (cards && card) return others.length > 0 ? { contactsArrayMessage: cards } : { contactMessage: card };
  switch (mediaType) {
    case "image":
      return { imageMessage: { caption } };
    case "video":
      return { videoMessage: { caption } };
    case "audio":
      return { audioMessage: {} };
    case "sticker":
      return { stickerMessage: {} };
    case "document":
      return { documentMessage: { caption } };
    default:
      return { conversation: body };
  }
}

type Edit = { chatKey: string; providerId: string; body: string };

/** `sent`: the message as it was sent; an edited caption keeps its file. */
export function composeEdit({ chatKey, providerId, body }: Edit, sent: proto.IMessage | undefined): proto.IMessage {
  const { imageMessage, videoMessage, documentMessage } = normalizeMessageContent(sent) ?? {};
  const editedMessage: proto.IMessage = imageMessage
    ? { imageMessage: { ...imageMessage, caption: body } }
    : videoMessage
      ? { videoMessage: { ...videoMessage, caption: body } }
      : documentMessage
        ? { documentWithCaptionMessage: { message: { documentMessage: { ...documentMessage, caption: body } } } }
        : { extendedTextMessage: { text: body } };
  const key = { remoteJid: chatKey, id: providerId, fromMe: true };
  const type = proto.Message.ProtocolMessage.Type.MESSAGE_EDIT;
  return { protocolMessage: { key, type, editedMessage, timestampMs: Date.now() } };
}
