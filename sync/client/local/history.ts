import { compareMessages, type MessageRow } from "../../contracts/messages.ts";
import type { CacheDatabase } from "./databases.ts";

export type History = ReturnType<typeof createHistory>;

/** Older messages of tickets in which the user scrolled up, always contiguous with the tail. */
export function createHistory({ history }: CacheDatabase) {
  async function put(ticketId: string, rows: readonly MessageRow[], complete?: boolean) {
    const record = await history.get(ticketId);
    const merged = new Map(record?.messages.map((row) => [row.id, row]));
    for (const row of rows) merged.set(row.id, row);
    await history.put({
      ticketId,
      messages: [...merged.values()].sort(compareMessages),
      complete: complete ?? record?.complete ?? false,
    });
  }
  return {
    get: (ticketId: string) => history.get(ticketId),
    put,
    /** Keeps rows that left the tail. Without a record the user never scrolled up, and scrolling starts at the tail. */
    async keep(ticketId: string, rows: readonly MessageRow[]) {
      const record = rows.length > 0 ? await history.get(ticketId) : undefined;
      if (!record) return;
      const known = new Set(record.messages.map((row) => row.id));
      const newest = record.messages.at(-1);
      const fitting = rows.filter((row) => known.has(row.id) || !newest || compareMessages(row, newest) > 0);
      if (fitting.length > 0) await put(ticketId, fitting);
    },
    async drop(ticketIds: string[]) {
      await history.bulkDelete(ticketIds);
    },
  };
}
