import * as v from "valibot";
import { Id } from "../../contracts/id.ts";
import { ChatBody, type ChatMessageRow, ChatTitle, MAX_CHAT_MEMBERS } from "../../contracts/office/chats.ts";
import type { ChatView } from "../../domain/office/chats/index.ts";
import type { AddressOf } from "../media/media-address.ts";

/** The users of a chat as its dialog sends them. */
const Users = v.pipe(
  v.array(v.object({ id: Id })),
  v.maxLength(MAX_CHAT_MEMBERS),
  v.transform((users) => users.map(({ id }) => id)),
);

export const NewChatWire = v.pipe(
  v.object({ id: v.optional(Id), title: v.nullish(ChatTitle), users: Users }),
  v.transform(({ users, title, id }) => ({ id, title: title ?? "", userIds: users })),
);

/** `users`: all members. The owner stays one in any case. */
export const ChatChangeWire = v.pipe(
  v.object({ title: v.nullish(ChatTitle), users: v.optional(Users) }),
  v.transform(({ users, title }) => ({ title: title ?? undefined, userIds: users })),
);

export const NewChatMessageWire = v.pipe(
  v.object({
    id: v.optional(Id),
    message: v.optional(ChatBody, ""),
    fileId: v.optional(v.nullable(Id), null),
    quotedMsg: v.optional(v.nullable(v.object({ id: Id })), null),
  }),
  v.transform(({ message, quotedMsg, ...rest }) => ({ ...rest, body: message, quotedId: quotedMsg?.id ?? null })),
);

export function chatToWire({ id, title, ownerId, lastBody, members, createdAt, updatedAt }: ChatView) {
  return {
    id,
    uuid: id,
    title,
    ownerId,
    lastMessage: lastBody,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    users: members.map(({ userId, name, unread }) => ({
      chatId: id,
      userId,
      unreads: unread,
      user: { id: userId, name },
    })),
  };
}

/** `senderId` is null when the author's user was deleted; the name stays. */
export function chatMessageToWire(row: ChatMessageRow, addressOf: AddressOf) {
  const { media, quoted } = row;
  return {
    id: row.id,
    chatId: row.chatId,
    senderId: row.userId,
    sender: { id: row.userId, name: row.userName },
    message: row.body,
    createdAt: row.createdAt,
    updatedAt: row.createdAt,
    seq: row.seq,
    mediaType: row.mediaType,
    mediaName: media?.name ?? null,
    mediaPath: media?.fileId ? addressOf(media.fileId) : null,
    fileId: media?.fileId ?? null,
    quotedMsg: quoted && {
      id: quoted.id,
      message: quoted.body,
      mediaType: quoted.mediaType,
      sender: { name: quoted.author },
    },
  };
}
