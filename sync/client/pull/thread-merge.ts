import {
  compareMessages,
  type MessageRow,
  THREAD_TAIL,
  type ThreadDocument,
  type ThreadUpdate,
} from "../../contracts/messages.ts";

/**
 * `spilled`: rows that left the tail, oldest first. `contiguous`: no message can be missing between old and new tail.
 */
export type MergedThread = { thread: ThreadDocument; spilled: MessageRow[]; contiguous: boolean };

/**
 * Applies an update to a thread. Returns null when only rows came and there is no thread to merge them into: then the
 * whole thread must be fetched.
 */
export function mergeThread(local: ThreadDocument | null, update: ThreadUpdate): MergedThread | null {
  if (!local) {
    if (!update.whole) return null;
    return { ...cut(update.id, update.rev, update.hasOlder, update.messages), contiguous: true };
  }
  // A response that was under way while the whole thread was fetched separately.
  if (update.rev < local.rev) return { thread: local, spilled: [], contiguous: true };
  if (update.whole) {
    const kept = new Set(update.messages.map((row) => row.id));
    const oldest = update.messages.toSorted(compareMessages)[0];
    const spilled = oldest ? local.messages.filter((row) => !kept.has(row.id) && compareMessages(row, oldest) < 0) : [];
    const contiguous = local.messages.length === 0 || local.messages.some((row) => kept.has(row.id));
    const { thread } = cut(update.id, update.rev, update.hasOlder, update.messages);
    return { thread, spilled, contiguous };
  }
  const rows = new Map(local.messages.map((row) => [row.id, row]));
  for (const row of update.messages) rows.set(row.id, row);
  const merged = cut(update.id, update.rev, local.hasOlder || update.hasOlder, [...rows.values()]);
  return { ...merged, contiguous: true };
}

function cut(id: string, rev: number, hasOlder: boolean, rows: readonly MessageRow[]) {
  const ordered = rows.toSorted(compareMessages);
  const spilled = ordered.slice(0, -THREAD_TAIL);
  const thread = { id, rev, hasOlder: hasOlder || spilled.length > 0, messages: ordered.slice(-THREAD_TAIL) };
  return { thread, spilled };
}
