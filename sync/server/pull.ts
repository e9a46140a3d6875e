import { sql } from "drizzle-orm";
import type { ThreadUpdate } from "../../contracts/desk/messages.ts";
import { DomainError } from "../../contracts/domain-error.ts";
import type { ChatThreadUpdate } from "../../contracts/office/chats.ts";
import type { Changes, ChangesRequest, Checkpoint, CollectionName, LogPosition, Pull } from "../../contracts/sync.ts";
import type { Database, Sequencer } from "../../db/index.ts";
import { loadActor } from "../../domain/account/users/index.ts";
import type { Actor, Context } from "../../domain/ground/context.ts";
import { type LoggedChange, type LogState, readLog, readLogState, readMarks } from "./change-log.ts";
import { type AskedThreads, type Document, sources, threadsById } from "./collections/index.ts";
import { scopeHash } from "./scope-hash.ts";
import type { PullFor } from "./stream-changes.ts";

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
        ? await pullLive(ctx, collection, checkpoint, log, limit)
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
  { scope, at, limit }: ChangesRequest & { limit: number },
): Promise<Changes> {
  if (scope !== scopeHash(actor)) throw new DomainError("ERR_SCOPE_CHANGED");
  const asked = Object.entries(at) as [CollectionName, LogPosition][];
  return inNumberedScope(deps, actor, undefined, async (ctx, log) => {
    const marks = await readMarks(ctx.db, ctx.companyId, [...new Set(asked.map(([, [rev]]) => rev))]);
    const parts: Changes["parts"] = {};
    for (const [collection, [rev, mark]] of asked) {
      const from: Checkpoint = { phase: "live", rev, scope, mark };
      if (!isReachable(from, { ...log, askedMark: marks.get(rev) ?? null })) {
        parts[collection] = { documents: [], refused: "ERR_CHECKPOINT_TOO_OLD" };
        continue;
      }
      const most = Math.min(limit, sources[collection].maxPerPage);
      const { documents, checkpoint } = await pullLive(ctx, collection, from, log, most);
      const isWhole = checkpoint.rev >= log.clock;
      if (documents.length === 0 && isWhole) continue;
      parts[collection] = { documents, ...(!isWhole && { to: [checkpoint.rev, checkpoint.mark ?? null] }) };
    }
    return { scope, to: [log.clock, log.clockMark], parts };
  });
}

/** Returns the pull of a stream: with the rights that its user has now, which the stream may not have heard of. */
export const pullForStream =
  (deps: PullDeps): PullFor =>
  async ({ companyId, id }, request) => {
    const actor = await deps.database.company(companyId, (db) => loadActor(db, companyId, id));
    if (!actor) throw new DomainError("ERR_SCOPE_CHANGED");
    return pullChanges(deps, actor, request);
  };

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
        await db.execute(sql`set transaction isolation level repeatable read`);
        const log = await readLogState(db, companyId, asked);
        if (log.hasUnnumbered && !isLast) return null;
        return { result: await work({ db, companyId, actor, device: "", now: new Date() }, log) };
      },
      { isReading: true },
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
  log: LogState,
  limit: number,
): Promise<Page> {
  const { scope } = from;
  let { rev, mark } = from;
  const here = (): Checkpoint => ({ phase: "live", rev, scope, mark });
  for (let stretch = 0; stretch < LOG_STRETCHES; stretch += 1) {
    if (rev >= log.clock) return { documents: [], checkpoint: here() };
    const rows = await readLog(ctx.db, ctx.companyId, collection, { from: rev, to: log.clock, limit: LOG_ROWS });
    const taken = untilDocuments(rows, limit);
    const reachedEnd = taken.length === rows.length && rows.length < LOG_ROWS;
    const last = reachedEnd ? undefined : taken.at(-1);
    [rev, mark] = last ? [last.rev, last.mark] : [log.clock, log.clockMark];
    const documents = taken.length > 0 ? await sources[collection].live(ctx, taken) : [];
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
