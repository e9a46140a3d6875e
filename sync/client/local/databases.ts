import { Dexie, type EntityTable, type Table } from "dexie";
import { cacheName, type DeskOwner, outboxName } from "../names.ts";
import type { OutboxRecord } from "../outbox/entry.ts";
import type { ThreadRow } from "../thread-kinds.ts";
import type { LeftEntry } from "./left.ts";

/** A file waiting for its upload. */
export type OutboxBlob = { id: string; name: string; blob: Blob; sha256: string | null };
export type Draft = { ticketId: string; text: string; updatedAt: string };
export type ChatDraft = { chatId: string; text: string };

/** Data that exists only on this device. Its versions are migrated; it is never dropped. */
export type OutboxDatabase = Dexie & {
  outbox: Table<OutboxRecord, number, Omit<OutboxRecord, "order">>;
  files: EntityTable<OutboxBlob, "id">;
  drafts: EntityTable<Draft, "ticketId">;
  chatDrafts: EntityTable<ChatDraft, "chatId">;
};

export type MediaRecord = { id: string; blob: Blob; size: number; usedAt: number };
/** Messages before the tail of a thread (`id`), oldest first, contiguous with it. */
export type HistoryRecord<Row = ThreadRow> = { id: string; messages: Row[]; complete: boolean };
export type MetaRecord = { key: string; value: unknown };

/** Data that can be fetched again. */
export type CacheDatabase = Dexie & {
  media: EntityTable<MediaRecord, "id">;
  history: EntityTable<HistoryRecord, "id">;
  meta: EntityTable<MetaRecord, "key">;
  left: Table<LeftEntry, string>;
};

export function openOutboxDatabase(owner: DeskOwner): OutboxDatabase {
  const database = new Dexie(outboxName(owner)) as OutboxDatabase;
  database.version(1).stores({ outbox: "++order, &id, lane, state", files: "id", drafts: "ticketId" });
  database.version(2).stores({ chatDrafts: "chatId" });
  return database;
}

export function openCacheDatabase(owner: DeskOwner): CacheDatabase {
  const database = new Dexie(cacheName(owner)) as CacheDatabase;
  database.version(1).stores({ media: "id, usedAt", history: "id", meta: "key", left: "id, at" });
  return database;
}
