import type { Thread, ThreadKind, ThreadPart } from "../thread-kinds.ts";

/**
 * `spilled`: rows that left the tail, oldest first. `contiguous`: no message can be missing between old and new tail.
 */
export type MergedThread<Row> = { thread: Thread<Row>; spilled: Row[]; contiguous: boolean };

/**
 * Applies an update to a thread. Returns null when only rows came and there is no thread to merge them into: then the
 * whole thread must be fetched.
 */
export function mergeThread<Row extends { id: string }>(
  local: Thread<Row> | null,
  update: ThreadPart<Row>,
  kind: ThreadKind<Row>,
): MergedThread<Row> | null {
  if (!local) {
    if (!update.whole) return null;
    return { ...cut(update, update.messages, kind), contiguous: true };
  }
  // A response that was under way while the whole thread was fetched separately.
  if (update.rev < local.rev) return { thread: local, spilled: [], contiguous: true };
  if (update.whole) {
    const kept = new Set(update.messages.map((row) => row.id));
    const oldest = update.messages.toSorted(kind.compare)[0];
    const spilled = oldest ? local.messages.filter((row) => !kept.has(row.id) && kind.compare(row, oldest) < 0) : [];
    const contiguous = local.messages.length === 0 || local.messages.some((row) => kept.has(row.id));
    return { thread: cut(update, update.messages, kind).thread, spilled, contiguous };
  }
  const rows = new Map(local.messages.map((row) => [row.id, row]));
  for (const row of update.messages) rows.set(row.id, row);
  const hasOlder = local.hasOlder || update.hasOlder;
  return { ...cut({ ...update, hasOlder }, [...rows.values()], kind), contiguous: true };
}

function cut<Row>(
  { id, rev, hasOlder }: Omit<Thread<Row>, "messages">,
  rows: readonly Row[],
  { tail, compare }: ThreadKind<Row>,
) {
  const ordered = rows.toSorted(compare);
  const spilled = ordered.slice(0, -tail);
  const thread = { id, rev, hasOlder: hasOlder || spilled.length > 0, messages: ordered.slice(-tail) };
  return { thread, spilled };
}
