import { Dexie, type EntityTable, type Table } from "dexie";
import type { MessageRow } from "../../contracts/messages.ts";
import { cacheName, type DeskOwner, outboxName } from "../names.ts";
import type { OutboxRecord } from "../outbox/entry.ts";
import type { LeftEntry } from "./left.ts";

/** A file waiting for its upload. */
export type OutboxBlob = { id: string; name: string; blob: Blob; sha256: string | null };
export type Draft = { ticketId: string; text: string; updatedAt: string };

/** Data that exists only on this device. Its versions are migrated; it is never dropped. */
export type OutboxDatabase = Dexie & {
  outbox: Table<OutboxRecord, number, Omit<OutboxRecord, "order">>;
  files: EntityTable<OutboxBlob, "id">;
  drafts: EntityTable<Draft, "ticketId">;
};

export type MediaRecord = { id: string; blob: Blob; size: number; usedAt: number };
/** Messages before the thread's tail, oldest first, contiguous with it. */
export type HistoryRecord = { ticketId: string; messages: MessageRow[]; complete: boolean };
export type MetaRecord = { key: string; value: unknown };

/** Data that can be fetched again. */
export type CacheDatabase = Dexie & {
  media: EntityTable<MediaRecord, "id">;
  history: EntityTable<HistoryRecord, "ticketId">;
  meta: EntityTable<MetaRecord, "key">;
  left: Table<LeftEntry, string>;
};

export function openOutboxDatabase(owner: DeskOwner): OutboxDatabase {
  const database = new Dexie(outboxName(owner)) as OutboxDatabase;
  database.version(1).stores({ outbox: "++order, &id, lane, state", files: "id", drafts: "ticketId" });
  return database;
}

export function openCacheDatabase(owner: DeskOwner): CacheDatabase {
  const database = new Dexie(cacheName(owner)) as CacheDatabase;
  database.version(1).stores({ media: "id, usedAt", history: "ticketId", meta: "key" });
  database.version(2).stores({ left: "id, at" });
  return database;
}
