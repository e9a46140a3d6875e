import * as v from "valibot";
import { Cards } from "../../contracts/desk/bodies/cards.ts";
import { Place } from "../../contracts/desk/bodies/places.ts";
import { Body, type MediaType, type MessageRow } from "../../contracts/desk/messages.ts";
import { Id } from "../../contracts/id.ts";
import type { AddressOf } from "../media/media-address.ts";

const Quoted = v.pipe(
  v.nullable(v.object({ id: Id })),
  v.transform((quoted) => quoted?.id ?? null),
);

/** Clients also send `read`, `fromMe` and `mediaUrl`, which are redundant and are dropped. */
export const NewMessageWire = v.pipe(
  v.object({
    id: v.optional(Id),
    body: v.optional(Body, ""),
    quotedMsg: v.optional(Quoted, null),
    fileId: v.optional(v.nullable(Id), null),
    isVoice: v.optional(v.boolean(), false),
    contacts: v.optional(v.nullable(Cards), null),
    location: v.optional(v.nullable(Place), null),
  }),
  v.check(
    ({ body, fileId, contacts, location }) =>
      !(contacts || location) || [body.trim(), fileId, contacts, location].filter(Boolean).length === 1,
    "Contacts and a location go alone: without words, a file or each other.",
  ),
  v.transform(({ quotedMsg, contacts, location, ...message }) => ({
    ...message,
    quotedId: quotedMsg,
    cards: contacts,
    place: location,
  })),
);

export type MessageNames = {
  contactName: string;
  queues: ReadonlyMap<string, { id: string; name: string; color: string }>;
};

/** Clients of this family do not support stickers and show them as images. */
const wireMediaType = (mediaType: MediaType) => (mediaType === "sticker" ? "image" : mediaType);

/** `isUnread`: an incoming message that nobody who may answer has opened yet. */
export function messageToWire(row: MessageRow, names: MessageNames, addressOf: AddressOf, isUnread = false) {
  const { media, quoted, queueId } = row;
  return {
    id: row.id,
    ticketId: row.ticketId,
    fromMe: row.fromMe,
    body: row.body,
    createdAt: row.createdAt,
    updatedAt: row.editedAt ?? row.createdAt,
    ack: row.ack,
    /** Whether the recipient has read it: the contact, or for an incoming message an agent. */
    read: row.fromMe ? row.ack >= 3 : !isUnread,
    isDeleted: row.isDeleted,
    isEdited: row.editedAt !== null,
    mediaType: wireMediaType(row.mediaType),
    mediaUrl: media?.fileId && media.state === "ready" ? addressOf(media.fileId) : null,
    fileId: media?.fileId ?? null,
    mediaName: media?.name ?? null,
    quotedMsgId: quoted?.id ?? null,
    quotedMsg: quoted && {
      id: quoted.id,
      body: quoted.body,
      fromMe: quoted.fromMe,
      mediaType: wireMediaType(quoted.mediaType),
      contact: { name: quoted.author || names.contactName },
    },
    contact: row.fromMe ? null : { name: row.author ?? names.contactName },
    userId: row.userId,
    /** Kind of automatic message, or "schedule"; null: written by a user. */
    origin: row.origin,
    queueId,
    queue: queueId ? (names.queues.get(queueId) ?? null) : null,
    hidden: row.hidden,
    errorCode: row.errorCode,
    reactions: row.reactions,
  };
}
