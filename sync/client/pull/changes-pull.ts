import type { Changes, ChangesRequest, Checkpoint, CollectionName } from "../../../contracts/sync.ts";
import type { ApiFetch, ChangesEvent } from "../desk-types.ts";
import { refusalOf } from "../refusal.ts";
import { fetchAhead } from "./fetch-ahead.ts";
import type { PageSize } from "./page-size.ts";
import { type FetchPage, fetchPage, type PulledPage, pageOf } from "./pages.ts";
import { createTakenParts } from "./taken-parts.ts";

/** Requests within this time share one. */
const GATHER_MS = 5;

type ChangesPullDeps = {
  apiFetch: ApiFetch;
  limit: number;
  pageSize: PageSize;
  firstPage: Promise<PulledPage | null> | null;
};
type Asked = {
  collection: CollectionName;
  at: Checkpoint;
  signal: AbortSignal;
  resolve(page: PulledPage): void;
  reject(error: unknown): void;
};

/**
 * Returns pages for all collections: from what the stream has brought where it continues the device's position, and
 * else from the server, several collections in one request. A boot has a request of its own.
 */
export function createChangesPull({ apiFetch, limit, pageSize, firstPage }: ChangesPullDeps) {
  const taken = createTakenParts();
  let waiting: Asked[] = [];

  /** Only for the first pull: later its tickets may be such that the user may not see any more. */
  let early = firstPage;

  const fetchOwnPage: FetchPage = (collection, at, signal) =>
    fetchPage(apiFetch, collection, at, pageSize.of(collection, at === undefined), signal);

  const fetchBootPage = fetchAhead(async (...asked) => {
    const [collection, at] = asked;
    const page = collection === "tickets" && at === undefined ? await early : null;
    return page ? { ...page, wasKept: true } : fetchOwnPage(...asked);
  });

  const fetchGathered: FetchPage = async (collection, at, signal) => {
    if (at?.phase !== "live") {
      const page = fetchBootPage(collection, at, signal);
      if (collection === "tickets") early = null;
      return page;
    }
    const page = taken.next(collection, at);
    if (page) return page;
    return new Promise((resolve, reject) => {
      if (waiting.length === 0) setTimeout(sendWaiting, GATHER_MS);
      waiting.push({ collection, at, signal, resolve, reject });
    });
  };

  function sendWaiting() {
    const asked = waiting;
    waiting = [];
    for (const ones of Map.groupBy(asked, ({ at }) => at.scope).values()) void request(ones);
  }

  async function request(asked: readonly Asked[]): Promise<void> {
    const [only] = asked;
    if (only && asked.length === 1) {
      return fetchOwnPage(only.collection, only.at, only.signal).then(only.resolve, only.reject);
    }
    const { signal, release } = abortedWithAll(asked);
    try {
      const answer = await fetchChanges(apiFetch, asked, limit, signal);
      for (const one of asked) {
        const part = answer.parts[one.collection];
        if (part?.refused) one.reject(Object.assign(new Error(part.refused), { status: 410, code: part.refused }));
        else one.resolve(pageOf(part, answer.to, answer.scope));
      }
    } catch (error) {
      for (const one of asked) {
        if (failsTogether(error)) fetchOwnPage(one.collection, one.at, one.signal).then(one.resolve, one.reject);
        else one.reject(error);
      }
    } finally {
      release();
    }
  }

  return { fetchPage: fetchGathered, keep: (event: ChangesEvent) => taken.keep(event), forget: taken.forget };
}

/** One collection that the server cannot pull, or does not know, must not hold up the others. */
function failsTogether(error: unknown): boolean {
  const { status } = refusalOf(error);
  return status !== null && (status >= 500 || status === 400 || status === 404);
}

async function fetchChanges(
  apiFetch: ApiFetch,
  asked: readonly Asked[],
  limit: number,
  signal: AbortSignal,
): Promise<Changes> {
  const at: ChangesRequest["at"] = {};
  for (const { collection, at: position } of asked) at[collection] = [position.rev, position.mark ?? null];
  const request: ChangesRequest = { scope: asked[0]?.at.scope ?? "", at };
  const query = new URLSearchParams({ limit: String(limit), since: JSON.stringify(request) });
  const changes = (await (await apiFetch(`/sync/changes?${query}`, { signal })).json()) as Changes;
  if (!Array.isArray(changes?.to) || !changes.parts) throw new Error("/sync/changes: no changes.");
  return changes;
}

/** A collection that stops is rejected at once; the shared request ends when all have stopped. */
function abortedWithAll(asked: readonly Asked[]) {
  const all = new AbortController();
  let left = asked.length;
  const stops = asked.map((one) => {
    const stop = () => {
      one.reject(one.signal.reason);
      left -= 1;
      if (left === 0) all.abort();
    };
    if (one.signal.aborted) stop();
    else one.signal.addEventListener("abort", stop, { once: true });
    return () => one.signal.removeEventListener("abort", stop);
  });
  return {
    signal: all.signal,
    release() {
      for (const stop of stops) stop();
    },
  };
}
