import type { proto } from "@whiskeysockets/baileys";
import type { IncomingMessage } from "../../../domain/messages/index.ts";
import { type MediaType, MOST_BODY } from "../../../sync/contracts/messages.ts";
import { writePlace } from "../../../sync/contracts/places.ts";
import { textOfContent } from "./text-of-content.ts";

type Described = {
  kind: MediaType;
  body: string;
  media?: IncomingMessage["media"];
  quotedProviderId?: string;
  /**
   * Whether the encoded message is stored: for media (its address and key), for kinds that are not shown completely,
   * and for texts that are too long.
   */
  keepsRaw: boolean;
};

type MediaField =
  | "imageMessage"
  | "videoMessage"
  | "ptvMessage"
  | "audioMessage"
  | "documentMessage"
  | "stickerMessage";
type MediaPart = proto.Message.IImageMessage &
  proto.Message.IVideoMessage &
  proto.Message.IAudioMessage &
  proto.Message.IDocumentMessage &
  proto.Message.IStickerMessage;

/** Field of the message, our media type, and the key derivation of the channel. */
const mediaFields: readonly [MediaField, MediaType, "image" | "video" | "audio" | "document" | "sticker"][] = [
  ["imageMessage", "image", "image"],
  ["videoMessage", "video", "video"],
  ["ptvMessage", "video", "video"],
  ["audioMessage", "audio", "audio"],
  ["documentMessage", "document", "document"],
  ["stickerMessage", "sticker", "sticker"],
];

/** Protocol messages of the channel (keys, settings, votes, pins), without content written by a person. */
const silent: ReadonlySet<string> = new Set([
  "senderKeyDistributionMessage",
  "fastRatchetKeySenderKeyDistributionMessage",
  "messageContextInfo",
  "protocolMessage",
  "reactionMessage",
  "encReactionMessage",
  "pollUpdateMessage",
  "keepInChatMessage",
  "pinInChatMessage",
  "deviceSentMessage",
  "placeholderMessage",
  "albumMessage",
  "call",
  "eventCoverImage",
  "encEventResponseMessage",
  "statusMentionMessage",
]);

/** Returns the media part of a message, or null. */
export function mediaPartOf(content: proto.IMessage) {
  for (const [field, kind, cipher] of mediaFields) {
    const part = content[field] as MediaPart | null | undefined;
    if (part) return { kind, cipher, part };
  }
  return null;
}

/**
 * Returns null when the content does not belong in a conversation. Unknown kinds are described as "unsupported",
 * never dropped.
 */
export function describeContent(content: proto.IMessage): Described | null {
  const fields = Object.keys(content).filter((field) => content[field as keyof proto.IMessage] != null);
  if (fields.every((field) => silent.has(field))) return null;

  const found = mediaPartOf(content);
  if (found) {
    const { kind, part } = found;
    return { kind, body: part.caption ?? "", media: describeMedia(kind, part), keepsRaw: true, ...quoted(part) };
  }
  const text = content.conversation ?? content.extendedTextMessage?.text;
  if (text != null)
    return { kind: "chat", body: text, keepsRaw: text.length > MOST_BODY, ...quoted(content.extendedTextMessage) };
  const contentText = textOfContent(content);
  if (contentText) return { kind: "chat", body: contentText.text, keepsRaw: true, ...quoted(contentText) };

  const place = content.locationMessage ?? content.liveLocationMessage;
  if (place) {
    const { degreesLatitude, degreesLongitude } = place;
    const { name, address } = content.locationMessage ?? {};
    const [latitude, longitude] = [degreesLatitude ?? 0, degreesLongitude ?? 0];
    const body = writePlace({ latitude, longitude, name: name ?? "", address: address ?? "" });
    return { kind: "locationMessage", body, keepsRaw: true, ...quoted(place) };
  }
  const cards = content.contactMessage ? [content.contactMessage] : content.contactsArrayMessage?.contacts;
  if (cards) {
    const body = cards.map(({ vcard }) => vcard ?? "").join("\n");
    return {
      kind: "vcard",
      body,
      keepsRaw: body.length > MOST_BODY,
      ...quoted(content.contactMessage ?? content.contactsArrayMessage),
    };
  }
  return { kind: "unsupported", body: "", keepsRaw: true };
}

function quoted(part: { contextInfo?: proto.IContextInfo | null } | null | undefined) {
  const quotedProviderId = part?.contextInfo?.stanzaId;
  return quotedProviderId ? { quotedProviderId } : {};
}

const extensions: Partial<Record<MediaType, string>> = { image: "jpg", video: "mp4", audio: "ogg", sticker: "webp" };

function describeMedia(kind: MediaType, part: MediaPart): IncomingMessage["media"] {
  const mimetype = part.mimetype ?? "application/octet-stream";
  const extension = /^[a-z]+\/([a-z0-9]{2,5})(;|$)/.exec(mimetype)?.[1] ?? extensions[kind] ?? "bin";
  const waveform = part.waveform?.length ? [...part.waveform].map((value) => Math.min(100, value)) : null;
  return {
    name: part.fileName || part.title || `${kind}.${extension}`,
    mimetype,
    size: Number(part.fileLength ?? 0),
    seconds: part.seconds ?? null,
    waveform,
  };
}
