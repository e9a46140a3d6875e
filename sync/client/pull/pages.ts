import type { ChangesPart, Checkpoint, CollectionName, LogPosition, Pull, Tombstone } from "../../../contracts/sync.ts";
import type { ApiFetch } from "../desk-types.ts";
import type { ThreadCollection, ThreadPart, ThreadRow } from "../thread-kinds.ts";

export type PulledDocument = { id: string; rev: number; _deleted?: undefined } & Record<string, unknown>;
export type PulledPage = Pull<PulledDocument> & {
  /** Set for a page that was on this device before it was needed: changes announced since then may be missing. */
  wasKept?: true;
};

export type FetchPage = (
  collection: CollectionName,
  checkpoint: Checkpoint | undefined,
  signal: AbortSignal,
) => Promise<PulledPage>;

const IDS_AT_ONCE = 50;

export const isTombstone = (document: { id: string; _deleted?: boolean }): document is Tombstone =>
  document._deleted === true;

export async function fetchPage(
  apiFetch: ApiFetch,
  collection: CollectionName,
  checkpoint: Checkpoint | undefined,
  limit: number,
  signal: AbortSignal,
): Promise<PulledPage> {
  const query = new URLSearchParams({ limit: String(limit) });
  if (checkpoint) query.set("checkpoint", JSON.stringify(checkpoint));
  const page = (await (await apiFetch(`/sync/${collection}?${query}`, { signal })).json()) as PulledPage;
  if (!Array.isArray(page?.documents) || !page.checkpoint) throw new Error(`${collection}: not a page.`);
  return page;
}

/** Fetches whole threads, without those that the user may not see. */
export async function fetchThreads(
  apiFetch: ApiFetch,
  collection: ThreadCollection,
  ids: readonly string[],
  signal: AbortSignal,
) {
  const threads: ThreadPart<ThreadRow>[] = [];
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const query = new URLSearchParams({ ids: ids.slice(at, at + IDS_AT_ONCE).join(",") });
    const { documents } = (await (await apiFetch(`/sync/${collection}?${query}`, { signal })).json()) as {
      documents: ThreadPart<ThreadRow>[];
    };
    threads.push(...documents);
  }
  return threads;
}

/** Returns the page that a part of `Changes` is; without a part nothing has changed up to `to`. */
export function pageOf(part: ChangesPart | undefined, to: LogPosition, scope: string): PulledPage {
  const [rev, mark] = part?.to ?? to;
  const documents = (part?.documents ?? []) as unknown as PulledDocument[];
  return { documents, checkpoint: { phase: "live", rev, scope, mark }, hasMore: part?.to !== undefined };
}
