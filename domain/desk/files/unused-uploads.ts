import { and, eq, isNotNull, lt, not, or, sql } from "drizzle-orm";
import { MebiByte } from "../../../contracts/desk/messages.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { FileStore } from "../../../outside/file-store/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";
import { isUsed } from "../file-rows/index.ts";

const { files } = schema;
const DAY_MS = 86_400_000;
const UNFINISHED_DAYS = 1;
const UNUSED_DAYS = 7;
/**
 * A device uploads its queued files before it sends their messages, so many may be unused after a long time offline.
 */
export const uploadQuota = { unfinished: 100, bytes: 1024 * MebiByte };

/**
 * Refuses a further upload when the user has too many unfinished ones or too many unused bytes, this upload included.
 * Simultaneous first parts wait for each other.
 */
export async function requireUploadQuota(ctx: Context): Promise<void> {
  const { db, companyId, actor } = ctx;
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${actor.id}`}, 0))`);
  const [used] = await db
    .select({
      unfinished: sql<number>`count(*) filter (where not is_complete)::int`,
      bytes: sql<number>`coalesce(sum(size), 0)::float8`,
    })
    .from(files)
    .where(and(eq(files.companyId, companyId), eq(files.userId, actor.id), not(isUsed(ctx) ?? sql`false`)));
  const { unfinished = 0, bytes = 0 } = used ?? {};
  if (unfinished > uploadQuota.unfinished || bytes > uploadQuota.bytes)
    throw new DomainError("ERR_TOO_MANY_UPLOADS", { ...uploadQuota });
}

/**
 * Deletes a company's uploads that were not finished within a day, and finished ones unused for a week. A device that
 * still needs one uploads it again. Resolves with their number.
 */
export async function removeUnusedUploads(ctx: DeskContext, store: FileStore): Promise<number> {
  const { db, companyId, now } = ctx;
  const before = (days: number) => lt(files.updatedAt, new Date(now.getTime() - days * DAY_MS));
  const removed = await db
    .delete(files)
    .where(
      and(
        eq(files.companyId, companyId),
        // Files of the desk itself (received media, pictures) have no uploader.
        isNotNull(files.userId),
        or(
          and(eq(files.isComplete, false), before(UNFINISHED_DAYS)),
          and(eq(files.isComplete, true), before(UNUSED_DAYS)),
        ),
        not(isUsed(ctx) ?? sql`false`),
      ),
    )
    .returning({ id: files.id });
  // Before the commit: a row without bytes is deleted the next night, bytes without a row would stay forever.
  for (const { id } of removed) await store.remove(companyId, id);
  return removed.length;
}
