import { normalizeMessageContent, proto } from "@whiskeysockets/baileys";
import type { MessageStatus, MessageType, ShownMessage } from "./wire.ts";

/** A message as a phone stores it. */
export interface PhoneMessage {
  id: string;
  /** Phone number of the account in the conversation. */
  account: string;
  /** True if this phone wrote the message. */
  fromMe: boolean;
  /** Encoded proto.Message. */
  content: Uint8Array;
  /** Milliseconds since 1970. */
  timestamp: number;
  /** How often the message arrived; the phone shows it once. */
  receivedCount: number;
  /** Status that the account reported for our own message, or that this phone reported for a received one. */
  status: MessageStatus;
  /** Stored only to be sent again, never shown: an edit, a reaction, a deletion. */
  isHidden?: boolean;
  editedBody?: string;
  deleted?: boolean;
  reactions?: { mine?: string; theirs?: string };
}

const TYPES: readonly [keyof proto.IMessage, MessageType][] = [
  ["imageMessage", "image"],
  ["audioMessage", "audio"],
  ["videoMessage", "video"],
  ["documentMessage", "document"],
  ["stickerMessage", "sticker"],
  ["locationMessage", "location"],
  ["liveLocationMessage", "location"],
  ["contactMessage", "contact"],
  ["contactsArrayMessage", "contact"],
];

export const encodeContent = (message: proto.IMessage) => Buffer.from(proto.Message.encode(message).finish());

/** Returns the message without its wrappers (document with caption, view once, disappearing). */
export function contentOf(held: Pick<PhoneMessage, "content">): proto.IMessage {
  const message = proto.Message.decode(held.content);
  return normalizeMessageContent(message) ?? message;
}

export function typeOf(content: proto.IMessage): MessageType {
  return TYPES.find(([field]) => content[field])?.[1] ?? "text";
}

export function bodyOf(content: proto.IMessage): string {
  return (
    content.conversation ??
    content.extendedTextMessage?.text ??
    content.imageMessage?.caption ??
    content.videoMessage?.caption ??
    content.documentMessage?.caption ??
    content.locationMessage?.name ??
    content.contactMessage?.displayName ??
    content.contactsArrayMessage?.displayName ??
    ""
  );
}

export interface MediaPart {
  mediaKey: Uint8Array;
  directPath: string;
  mimetype: string;
  fileName?: string;
}

export function mediaOf(content: proto.IMessage): MediaPart | null {
  const { imageMessage, audioMessage, videoMessage, documentMessage, stickerMessage } = content;
  const part = imageMessage ?? audioMessage ?? videoMessage ?? documentMessage ?? stickerMessage;
  if (!part?.mediaKey || !part.directPath) return null;
  const mimetype = part.mimetype ?? "application/octet-stream";
  const fileName = documentMessage?.fileName ?? undefined;
  return { mediaKey: part.mediaKey, directPath: part.directPath, mimetype, fileName };
}

const contextInfoOf = (content: proto.IMessage): proto.IContextInfo | null | undefined =>
  content.extendedTextMessage?.contextInfo ??
  content.imageMessage?.contextInfo ??
  content.audioMessage?.contextInfo ??
  content.videoMessage?.contextInfo ??
  content.documentMessage?.contextInfo ??
  content.contactMessage?.contextInfo ??
  content.contactsArrayMessage?.contextInfo ??
  content.locationMessage?.contextInfo;

/** Returns a message as the sandbox's page shows it. */
export function describeMessage(held: PhoneMessage): ShownMessage {
  const { id, fromMe, timestamp, receivedCount, status, editedBody, deleted, reactions } = held;
  const content = contentOf(held);
  const media = mediaOf(content);
  return {
    id,
    fromMe,
    body: editedBody ?? bodyOf(content),
    type: typeOf(content),
    timestamp,
    receivedCount,
    status,
    ...(media && { mediaUrl: `/sandbox/media/${id}`, mimetype: media.mimetype, fileName: media.fileName }),
    quotedId: contextInfoOf(content)?.stanzaId ?? undefined,
    edited: editedBody === undefined ? undefined : true,
    deleted,
    reactions,
  };
}
