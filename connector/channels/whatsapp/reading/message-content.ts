import type { proto } from "@whiskeysockets/baileys";
import { writePlace } from "../../../../contracts/desk/bodies/places.ts";
import { MAX_BODY, type MediaType } from "../../../../contracts/desk/messages.ts";
import type { IncomingMessage } from "../../../../domain/desk/messages/index.ts";
import { isSilent } from "./message-kinds.ts";
import { textOfContent } from "./text-of-content.ts";

export type Described = {
  kind: MediaType;
  body: string;
  /** The body of kinds that name a time, in the company's time zone. */
  bodyIn?: (timeZone: string) => string;
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

/** Returns the media part of a message, or the picture or file at the head of its buttons, or null. */
export function mediaPartOf(content: proto.IMessage) {
  return partIn(content) ?? headOf(content);
}

function partIn(content: proto.IMessage) {
  for (const [field, kind, cipher] of mediaFields) {
    const part = content[field] as MediaPart | null | undefined;
    if (part) return { kind, cipher, part };
  }
  return null;
}

/** The first file that can be fetched at the head of a template, of buttons or of a product. */
function headOf(content: proto.IMessage) {
  const { templateMessage, buttonsMessage, interactiveMessage, productMessage, highlyStructuredMessage } = content;
  const template = templateMessage ?? highlyStructuredMessage?.hydratedHsm;
  const interactive = interactiveMessage ?? template?.interactiveMessageTemplate;
  const headers = [interactive, ...(interactive?.carouselMessage?.cards ?? [])].map((one) => one?.header);
  const products = [productMessage, ...headers.map((header) => header?.productMessage)];
  const heads: (proto.IMessage | null | undefined)[] = [
    template?.hydratedTemplate,
    template?.hydratedFourRowTemplate,
    template?.fourRowTemplate,
    buttonsMessage,
    ...headers,
    ...products.map((one) => ({ imageMessage: one?.product?.productImage ?? one?.catalog?.catalogImage })),
  ].map((head) => {
    const { imageMessage, videoMessage, documentMessage } = (head ?? {}) as proto.IMessage;
    return { imageMessage, videoMessage, documentMessage };
  });
  return heads.map((head) => partIn(head ?? {})).find((found) => found?.part.mediaKey?.length) ?? null;
}

/** The time zone of a text whose reader has none. */
const DEFAULT_ZONE = "America/Sao_Paulo";

/**
 * Returns null when the content does not belong in a conversation. Unknown kinds are described as "unsupported",
 * never dropped.
 */
export function describeContent(content: proto.IMessage): Described | null {
  if (isSilent(content)) return null;

  const text = content.conversation ?? content.extendedTextMessage?.text;
  const contentText = partIn(content) || text != null ? null : textOfContent(content);
  const found = mediaPartOf(content);
  const words = contentText && wordsOf(contentText.text);
  if (found) {
    const { kind, part } = found;
    const body = words?.body ?? captionOf(part);
    return { kind, ...words, body, media: describeMedia(kind, part), keepsRaw: true, ...quoted(contentText ?? part) };
  }
  if (text != null)
    return { kind: "chat", body: text, keepsRaw: text.length > MAX_BODY, ...quoted(content.extendedTextMessage) };
  if (words) return { kind: "chat", ...words, keepsRaw: true, ...quoted(contentText) };

  const { locationMessage, liveLocationMessage } = content;
  const place = locationMessage ?? liveLocationMessage;
  if (place) {
    const [latitude, longitude] = [place.degreesLatitude ?? 0, place.degreesLongitude ?? 0];
    const { address, comment } = locationMessage ?? {};
    const name = locationMessage?.name || liveLocationMessage?.caption || "";
    const body = writePlace({
      latitude,
      longitude,
      name: name || comment || "",
      address: [address, name && comment].filter(Boolean).join(" · "),
    });
    return { kind: "locationMessage", body, keepsRaw: true, ...quoted(place) };
  }
  const cards = content.contactMessage ? [content.contactMessage] : content.contactsArrayMessage?.contacts;
  if (cards) {
    const body = cards.map(({ vcard, displayName }) => vcard || displayName || "").join("\n");
    return {
      kind: "vcard",
      body,
      keepsRaw: body.length > MAX_BODY,
      ...quoted(content.contactMessage ?? content.contactsArrayMessage),
    };
  }
  return { kind: "unsupported", body: "", keepsRaw: true };
}

const wordsOf = (text: string | ((timeZone: string) => string)) =>
  typeof text === "string" ? { body: text } : { body: text(DEFAULT_ZONE), bodyIn: text };

const captionOf = (part: MediaPart): string => part.caption || part.accessibilityLabel || "";

function quoted(part: { contextInfo?: proto.IContextInfo | null } | null | undefined) {
  const quotedProviderId = part?.contextInfo?.stanzaId;
  return quotedProviderId ? { quotedProviderId } : {};
}

/** Returns whether the sticker has a picture inside the message that is shown instead of its animation. */
export const hasStill = ({ isLottie, pngThumbnail }: MediaPart): boolean =>
  isLottie === true && (pngThumbnail?.length ?? 0) > 0;

const extensions: Partial<Record<MediaType, string>> = { image: "jpg", video: "mp4", audio: "ogg", sticker: "webp" };

function describeMedia(kind: MediaType, part: MediaPart): IncomingMessage["media"] {
  // An animated sticker of the newest form is a program for phones; its still picture is fetched instead.
  const mimetype = hasStill(part) ? "image/png" : (part.mimetype ?? "application/octet-stream");
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
