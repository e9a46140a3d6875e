import type { ThreadUpdate } from "../../contracts/desk/messages.ts";
import { DomainError } from "../../contracts/domain-error.ts";
import type { ChatThreadUpdate } from "../../contracts/office/chats.ts";
import type { Changes, ChangesRequest, Checkpoint, CollectionName, LogPosition, Pull } from "../../contracts/sync.ts";
import type { Database, Sequencer } from "../../db/index.ts";
import type { Actor, Context } from "../../domain/ground/context.ts";
import { type LoggedChange, type LogState, readLogState, readMarks } from "./change-log.ts";
import { type AskedThreads, type Document, sources, threadsById } from "./collections/index.ts";
import { scopeHash } from "./scope-hash.ts";
import { openSnapshot, type Snapshot } from "./snapshot.ts";

export type PullDeps = { database: Database; sequencer: Sequencer };
export type PullRequest = { collection: CollectionName; checkpoint: Checkpoint | undefined; limit: number };

/** Log rows read at once, and how many such reads one call may make to find something visible. */
const LOG_ROWS = 2_000;
const LOG_STRETCHES = 20;

/**
 * Returns one page of a collection. Refuses with ERR_SCOPE_CHANGED when the actor's scope differs from the
 * checkpoint's, and with ERR_CHECKPOINT_TOO_OLD when the log does not reach back to it or has another history (a
 * restored backup).
 */
export async function pull(deps: PullDeps, actor: Actor, request: PullRequest): Promise<Pull<Document>> {
  const { collection, checkpoint } = request;
  const scope = scopeHash(actor);
  if (checkpoint && checkpoint.scope !== scope) throw new DomainError("ERR_SCOPE_CHANGED");
  const limit = Math.min(request.limit, sources[collection].maxPerPage);
  return inNumberedScope(deps, actor, checkpoint?.rev, async (ctx, log) => {
    if (checkpoint) refuseUnreachable(checkpoint, log);
    const begin: Checkpoint = { phase: "boot", rev: log.clock, scope, mark: log.clockMark };
    const page =
      checkpoint?.phase === "live"
        ? await pullLive(ctx, collection, checkpoint, openSnapshot(ctx, log, [actor]), limit)
        : await pullBoot(ctx, collection, checkpoint ?? begin, limit);
    return { ...page, hasMore: page.checkpoint.phase === "boot" || page.checkpoint.rev < log.clock };
  });
}

/**
 * Returns the changes of several collections from one snapshot, at most `limit` documents of each. Refuses with
 * ERR_SCOPE_CHANGED like `pull`; a position that the log does not reach is refused in its part.
 */
export async function pullChanges(
  deps: PullDeps,
  actor: Actor,
  request: ChangesRequest & { limit: number },
): Promise<Changes> {
  if (request.scope !== scopeHash(actor)) throw new DomainError("ERR_SCOPE_CHANGED");
  return inNumberedScope(deps, actor, undefined, async (ctx, log) => {
    const marks = await readMarks(ctx.db, ctx.companyId, positionsOf([request]));
    return changesFor(ctx, openSnapshot(ctx, log, [actor]), marks, request);
  });
}

/** The revisions that these requests name. */
export const positionsOf = (requests: readonly ChangesRequest[]): number[] => [
  ...new Set(requests.flatMap(({ at }) => Object.values(at).map(([rev]) => rev))),
];

/** A stream's request. `after`: the revision up to which each collection has no change for its user. */
export type StreamRequest = ChangesRequest & { limit: number; after?: Partial<Record<CollectionName, number>> };

/** Returns the collections that a request names, each with its position and the revision after which it is read. */
export const asksOf = ({ at, after }: StreamRequest) =>
  (Object.entries(at) as [CollectionName, LogPosition][]).map(([collection, [rev, mark]]) => ({
    ...{ collection, rev, mark },
    from: Math.max(rev, after?.[collection] ?? 0),
  }));

/** Returns one user's changes of a snapshot. `marks` has those of the requested positions that are in the log. */
export async function changesFor(
  ctx: Context,
  snapshot: Snapshot,
  marks: ReadonlyMap<number, string>,
  request: StreamRequest,
): Promise<Changes> {
  const { log } = snapshot;
  const { scope, limit } = request;
  const parts: Changes["parts"] = {};
  for (const { collection, rev, mark, from } of asksOf(request)) {
    if (!isReachable({ phase: "live", rev, scope, mark }, { ...log, askedMark: marks.get(rev) ?? null })) {
      parts[collection] = { documents: [], refused: "ERR_CHECKPOINT_TOO_OLD" };
      continue;
    }
    const most = Math.min(limit, sources[collection].maxPerPage);
    const start: Checkpoint = { phase: "live", rev: from, scope };
    const { documents, checkpoint } = await pullLive(ctx, collection, start, snapshot, most);
    const isWhole = checkpoint.rev >= log.clock;
    if (documents.length === 0 && isWhole) continue;
    parts[collection] = { documents, ...(!isWhole && { to: [checkpoint.rev, checkpoint.mark ?? null] }) };
  }
  return { scope, to: [log.clock, log.clockMark], parts };
}

/** Returns threads as `threadsById` does, with the revision that they are as new as. */
export async function pullThreads(
  deps: PullDeps,
  actor: Actor,
  asked: AskedThreads,
): Promise<(ThreadUpdate | ChatThreadUpdate)[]> {
  return inNumberedScope(deps, actor, undefined, async (ctx, log) => {
    const threads = await threadsById(ctx, asked);
    return threads.map((thread) => ({ ...thread, rev: log.clock }));
  });
}

/**
 * All queries use one snapshot: a ticket that moves, or log partitions that are dropped, between two queries would
 * leave a device with documents it may not see, or without changes. Documents must not be older than their revision.
 */
async function inNumberedScope<T>(
  { database, sequencer }: PullDeps,
  actor: Actor,
  asked: number | undefined,
  work: (ctx: Context, log: LogState) => Promise<T>,
): Promise<T> {
  const { companyId } = actor;
  const attempt = (isLast: boolean) =>
    database.company(
      companyId,
      async (db) => {
        const log = await readLogState(db, companyId, asked);
        if (log.hasUnnumbered && !isLast) return null;
        return { result: await work({ db, companyId, actor, device: "", now: new Date() }, log) };
      },
      { isReading: "snapshot" },
    );
  const first = await attempt(false);
  if (first) return first.result;
  await sequencer.run(companyId);
  const second = await attempt(true);
  if (!second) throw new Error("the last attempt always answers");
  return second.result;
}

function refuseUnreachable(checkpoint: Checkpoint, log: LogState): void {
  if (!isReachable(checkpoint, log)) throw new DomainError("ERR_CHECKPOINT_TOO_OLD");
}

function isReachable({ rev, mark }: Checkpoint, { clock, oldest, askedMark }: LogState): boolean {
  const isAhead = rev > clock;
  const isForgotten = rev < clock && (oldest === null || rev < oldest - 1);
  // A restored server soon reaches the device's revision with another history.
  const isOfOtherHistory = Boolean(mark && askedMark) && mark !== askedMark;
  return !isAhead && !isForgotten && !isOfOtherHistory;
}

type Page = Omit<Pull<Document>, "hasMore">;

async function pullBoot(ctx: Context, collection: CollectionName, at: Checkpoint, limit: number): Promise<Page> {
  const { contents, end } = await sources[collection].boot(ctx, at.before, limit);
  const { rev, scope, mark } = at;
  const here = { rev, scope, mark };
  const checkpoint: Checkpoint = end ? { phase: "boot", ...here, before: end } : { phase: "live", ...here };
  return { documents: contents.map((content) => ({ ...content, rev })), checkpoint };
}

/**
 * Skips changes that the actor may not see until there is something to send or the log ends; at its end the
 * checkpoint is the clock, so that a device knows it has everything.
 */
async function pullLive(
  ctx: Context,
  collection: CollectionName,
  from: Checkpoint,
  snapshot: Snapshot,
  limit: number,
): Promise<Page> {
  const { log } = snapshot;
  const { scope } = from;
  let { rev, mark } = from;
  const here = (): Checkpoint => ({ phase: "live", rev, scope, mark });
  for (let stretch = 0; stretch < LOG_STRETCHES; stretch += 1) {
    if (rev >= log.clock) return { documents: [], checkpoint: here() };
    const rows = await snapshot.changesAfter(collection, rev, LOG_ROWS);
    const taken = untilDocuments(rows, limit);
    const reachedEnd = taken.length === rows.length && rows.length < LOG_ROWS;
    const last = reachedEnd ? undefined : taken.at(-1);
    [rev, mark] = last ? [last.rev, last.mark] : [log.clock, log.clockMark];
    const documents = taken.length > 0 ? await sources[collection].live(ctx, taken, snapshot) : [];
    if (documents.length > 0) return { documents, checkpoint: here() };
  }
  return { documents: [], checkpoint: here() };
}

/** Returns the rows before the one that would exceed `limit` documents. */
function untilDocuments(rows: readonly LoggedChange[], limit: number): LoggedChange[] {
  const ids = new Set<string>();
  const end = rows.findIndex(({ docId }) => ids.add(docId).size > limit);
  return end === -1 ? [...rows] : rows.slice(0, end);
}
