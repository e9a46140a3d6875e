import { type Clock, systemClock } from "../clock.ts";
import type { ThreadKind, ThreadRow } from "../thread-kinds.ts";
import type { CacheDatabase, HistoryRecord } from "./databases.ts";

/** Older messages of conversations in which the user scrolled up, always contiguous with the tail. */
export type History<Row extends ThreadRow> = {
  get(id: string): Promise<HistoryRecord<Row> | undefined>;
  put(id: string, rows: readonly Row[], complete?: boolean): Promise<void>;
  /** Keeps rows that left the tail. Without a record the user never scrolled up, and scrolling starts at the tail. */
  keep(id: string, rows: readonly Row[]): Promise<void>;
  drop(ids: string[]): Promise<void>;
  /** Drops the messages of conversations that left the device, with their files. */
  forget(ids: string[]): Promise<void>;
  forgetFiles(rows: readonly Row[]): Promise<void>;
};

/** One table holds the older messages of tickets and of chats: their ids are unique. */
export function createHistory<Row extends ThreadRow>(
  { history, media }: CacheDatabase,
  { compare }: ThreadKind<Row>,
  clock: Clock = systemClock,
): History<Row> {
  const get = async (id: string) => (await history.get(id)) as HistoryRecord<Row> | undefined;
  async function put(id: string, rows: readonly Row[], complete?: boolean) {
    const record = await get(id);
    const merged = new Map(record?.messages.map((row) => [row.id, row]));
    for (const row of rows) merged.set(row.id, row);
    const messages = [...merged.values()].sort(compare);
    await history.put({ id, messages, complete: complete ?? record?.complete ?? false, usedAt: clock.now() });
  }
  async function forgetFiles(rows: readonly ThreadRow[]) {
    const fileIds = rows.flatMap((row) => row.media?.fileId ?? []);
    if (fileIds.length > 0) await media.bulkDelete(fileIds);
  }
  return {
    get,
    put,
    async keep(id, rows) {
      const record = rows.length > 0 ? await get(id) : undefined;
      if (!record) return;
      const known = new Set(record.messages.map((row) => row.id));
      const newest = record.messages.at(-1);
      const fitting = rows.filter((row) => known.has(row.id) || !newest || compare(row, newest) > 0);
      if (fitting.length > 0) await put(id, fitting);
    },
    async drop(ids) {
      await history.bulkDelete(ids);
    },
    async forget(ids) {
      for (const record of await history.bulkGet(ids)) await forgetFiles(record?.messages ?? []);
      await history.bulkDelete(ids);
    },
    forgetFiles,
  };
}
