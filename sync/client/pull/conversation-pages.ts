import type { Checkpoint } from "../../../contracts/sync.ts";
import type { History } from "../local/history.ts";
import type { WorkList } from "../local/work.ts";
import type { ThreadCollection, ThreadRow } from "../thread-kinds.ts";

export type ConversationSources = {
  threads: ThreadCollection;
  /** Returns which of these tickets or chats are on the device. */
  present(ids: string[]): Promise<ReadonlySet<string>>;
  work: WorkList;
  history: History<ThreadRow>;
  resyncThreads(): void;
};

/** A ticket or a chat that leaves takes its thread along, and must not return without one. */
export async function handleConversations(
  documents: readonly { id: string; _deleted?: boolean }[],
  phase: Checkpoint["phase"],
  { threads, present, work, history, resyncThreads }: ConversationSources,
) {
  const gone = documents.filter((document) => document._deleted === true).map(({ id }) => id);
  if (gone.length > 0) {
    await work.add(threads, { drop: gone });
    await history.forget(gone);
  }
  const here = phase === "live" ? documents.filter((document) => !document._deleted).map(({ id }) => id) : [];
  const known = here.length > 0 ? await present(here) : new Set<string>();
  const came = here.filter((id) => !known.has(id));
  if (came.length > 0) await work.add(threads, { fetch: came });
  if (gone.length + came.length > 0) resyncThreads();
}
