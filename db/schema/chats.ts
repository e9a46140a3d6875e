import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { mediaTypes } from "../../contracts/desk/messages.ts";
import { companyId, createdAt, id, ownedBy, updatedAt } from "./columns.ts";
import { users } from "./users.ts";

/** Internal chats between users of a company. */
export const chats = pgTable(
  "chats",
  {
    companyId: companyId(),
    id: id(),
    /** Empty: the chat is named after its members. */
    title: text("title").notNull().default(""),
    /** Always a member. A deleted owner's chats are passed on first, so the foreign key deletes none. */
    ownerId: uuid("owner_id").notNull(),
    /** The `seq` of the newest message; 0: none. Its row's lock gives each message the next one. */
    lastSeq: integer("last_seq").notNull().default(0),
    createdAt: createdAt(),
    /** The time of the newest message, or of the last change of the title. */
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] }), ownedBy([t.companyId, t.ownerId], users)],
);

export const chatMembers = pgTable(
  "chat_members",
  {
    companyId: companyId(),
    chatId: uuid("chat_id").notNull(),
    userId: uuid("user_id").notNull(),
    /** The order of joining, counted per chat. */
    joinOrder: integer("join_order").notNull(),
    /** Up to where the member has read; never decreasing. */
    readSeq: integer("read_seq").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.chatId, t.userId] }),
    index("chat_members_user").on(t.companyId, t.userId),
    ownedBy([t.companyId, t.chatId], chats),
    ownedBy([t.companyId, t.userId], users),
  ],
);

export const chatMessages = pgTable(
  "chat_messages",
  {
    companyId: companyId(),
    id: id(),
    chatId: uuid("chat_id").notNull(),
    /** The order in the chat: 1, 2, 3 and so on, without gaps. */
    seq: integer("seq").notNull(),
    /** Null: the author's user was deleted. No foreign key: the name is stored, and stays. */
    userId: uuid("user_id"),
    userName: text("user_name").notNull(),
    body: text("body").notNull().default(""),
    mediaType: text("media_type", { enum: mediaTypes }).notNull().default("chat"),
    fileId: uuid("file_id"),
    mediaName: text("media_name"),
    mediaMimetype: text("media_mimetype"),
    mediaSize: bigint("media_size", { mode: "number" }),
    quotedId: uuid("quoted_id"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    check("chat_messages_seq", sql`seq > 0`),
    uniqueIndex("chat_messages_seq_in_chat").on(t.companyId, t.chatId, t.seq),
    // A member's own messages after their position, and all of a deleted user.
    index("chat_messages_user").on(t.companyId, t.userId, t.chatId, t.seq),
    index("chat_messages_file").on(t.companyId, t.fileId).where(sql`file_id is not null`),
    ownedBy([t.companyId, t.chatId], chats),
  ],
);
