import { Dexie, type EntityTable, type Table } from "dexie";
import type { OtherOpenTicket } from "../../../contracts/desk/tickets.ts";
import { cacheName, type DeskOwner, outboxName } from "../names.ts";
import type { OutboxRecord } from "../outbox/entry.ts";
import type { ThreadRow } from "../thread-kinds.ts";
import type { AnswerRecord } from "./answers.ts";
import type { LastText } from "./last-texts.ts";
import type { LeftEntry } from "./left.ts";

/** A file waiting for its upload. */
export type OutboxBlob = { id: string; name: string; blob: Blob; sha256: string | null };
/**
 * `answeredAt`: when another draft of the same conversation was sent elsewhere while this one stayed. `line`: stays the
 * same while each writer of the text has read the one before it.
 */
type Answerable = { text: string; answeredAt?: string | null; line?: string };
/**
 * `kept`: the beginning of the text that only this draft has; writing the draft does not remove it. `sharedRev`: the
 * revision of the shared draft that has this text.
 */
export type Draft = Answerable & { ticketId: string; updatedAt: string; kept?: string; sharedRev?: number };
export type ChatDraft = Answerable & { chatId: string };
/** A half-written note; `isOpen`: the composer was in note mode when it was last written. */
export type NoteDraft = Answerable & { ticketId: string; isOpen: boolean };
/**
 * The last draft of a reply, a note or a chat that was sent, for the user's other tabs. `event`: changes with each.
 * `texts`: what stood in the field that sent it, and what was stored of it. `field`: that field, '' on another device.
 * `own`: this device's `writerId`, once it has sent one. `pulled`: the last one that came from the server.
 */
export type SentMark = {
  id: string;
  event: string;
  at: string;
  texts: string[];
  field: string;
  own?: string;
  pulled?: string;
};
/** The edit of a sent message that was not stored yet. `before`: the message's text when the edit began. */
export type EditDraft = { ticketId: string; messageId: string; before: string; text: string };
/** A chosen file that was not sent yet. `ownerId`: the ticket or chat. Ids are ascending in the order of choice. */
export type FileDraft = {
  id: string;
  ownerId: string;
  name: string;
  mimetype: string;
  size: number;
  caption: string;
};
/** The content of a chosen file, apart: a caption is written often. */
export type FileBlob = { id: string; blob: Blob };
/** A recording that was not sent yet; its audio is in the parts. `updatedAt`: when the last part was stored. */
export type VoiceDraft = { ownerId: string; id: string; sampleRate: number; seconds: number; updatedAt: string };
/** Encoded audio, in the order of recording, with its loudness values (0 to 1). */
export type VoicePart = { order: number; draftId: string; bytes: Uint8Array<ArrayBuffer>; levels: number[] };

/**
 * A ticket that was created here and is another one now. `other`: the contact had it already; null: the creation was
 * sent again under a new id. `draft` and `messages` are texts that the user finds there.
 */
export type MovedTicket = {
  id: string;
  to: string;
  at: string;
  draft: string;
  messages: string[];
  other: OtherOpenTicket | null;
  /** The user was told, and has the texts. */
  isSeen: boolean;
};

/** A row of another table after the end of a session: unreadable without the user's key. */
export type SealedRow = { order: number; iv: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer };

/** Data that exists only on this device. Its versions are migrated; it is never dropped. */
export type OutboxDatabase = Dexie & {
  outbox: Table<OutboxRecord, number, Omit<OutboxRecord, "order">>;
  files: EntityTable<OutboxBlob, "id">;
  drafts: EntityTable<Draft, "ticketId">;
  chatDrafts: EntityTable<ChatDraft, "chatId">;
  noteDrafts: EntityTable<NoteDraft, "ticketId">;
  fileDrafts: EntityTable<FileDraft, "id">;
  fileBlobs: EntityTable<FileBlob, "id">;
  voiceDrafts: EntityTable<VoiceDraft, "ownerId">;
  voiceParts: EntityTable<VoicePart, "order">;
  moved: EntityTable<MovedTicket, "id">;
  sealed: EntityTable<SealedRow, "order">;
  sentMarks: EntityTable<SentMark, "id">;
  editDrafts: EntityTable<EditDraft, "ticketId">;
  lastTexts: EntityTable<LastText, "id">;
};

export type MediaRecord = { id: string; blob: Blob; size: number; usedAt: number };
/** Messages before the tail of a thread (`id`), oldest first, contiguous with it. `usedAt`: when the last were stored. */
export type HistoryRecord<Row = ThreadRow> = { id: string; messages: Row[]; complete: boolean; usedAt?: number };
export type MetaRecord = { key: string; value: unknown };

/** Data that can be fetched again. */
export type CacheDatabase = Dexie & {
  media: EntityTable<MediaRecord, "id">;
  history: EntityTable<HistoryRecord, "id">;
  meta: EntityTable<MetaRecord, "key">;
  left: Table<LeftEntry, string>;
  answers: EntityTable<AnswerRecord, "key">;
};

export function openOutboxDatabase(owner: DeskOwner): OutboxDatabase {
  const database = new Dexie(outboxName(owner)) as OutboxDatabase;
  database.version(1).stores({ outbox: "++order, &id, lane, state", files: "id", drafts: "ticketId" });
  database.version(2).stores({ chatDrafts: "chatId" });
  database.version(3).stores({
    noteDrafts: "ticketId",
    fileDrafts: "id, ownerId",
    fileBlobs: "id",
    voiceDrafts: "ownerId",
    voiceParts: "++order, draftId",
  });
  database.version(4).stores({ moved: "id, to" });
  database.version(5).stores({ sealed: "++order" });
  database.version(6).stores({ sentMarks: "id, at", editDrafts: "ticketId" });
  database.version(7).stores({ lastTexts: "id" });
  return database;
}

export function openCacheDatabase(owner: DeskOwner): CacheDatabase {
  const database = new Dexie(cacheName(owner)) as CacheDatabase;
  database.version(1).stores({ media: "id, usedAt", history: "id", meta: "key", left: "id, at" });
  // Older pages of version 1 lack captions, names of files, reactions, edits and errors: they are fetched again.
  database
    .version(2)
    .stores({})
    .upgrade((transaction) => transaction.table("history").clear());
  database.version(3).stores({ answers: "key, readAt, scope" });
  return database;
}
