import { and, desc, eq, gte, inArray, isNotNull } from "drizzle-orm";
import type { ErrorCode } from "../../../contracts/errors.ts";
import { enqueue, schema } from "../../../db/index.ts";
import { freeStorage } from "../../account/plans/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { messages } = schema;

const STORAGE_FULL: ErrorCode = "ERR_PLAN_LIMIT_STORAGE";
/** Channels keep files for about so long. */
const MAX_DAYS = 30;
const DAY_MS = 86_400_000;
const MAX_AT_ONCE = 200;

/**
 * Requests received files again that found the company's storage full, the newest first, as many as there is room for and at
 * most 200. Resolves with their number.
 */
export async function fetchUnstoredMedia(ctx: DeskContext): Promise<number> {
  const { db, companyId, now } = ctx;
  const waiting = await db
    .select({ id: messages.id, connectionId: messages.connectionId, size: messages.mediaSize })
    .from(messages)
    .where(
      and(
        eq(messages.companyId, companyId),
        eq(messages.mediaError, STORAGE_FULL),
        gte(messages.createdAt, new Date(now.getTime() - MAX_DAYS * DAY_MS)),
        isNotNull(messages.connectionId),
      ),
    )
    .orderBy(desc(messages.createdAt))
    .limit(MAX_AT_ONCE);
  if (waiting.length === 0) return 0;
  let free = (await freeStorage(ctx)) ?? Number.POSITIVE_INFINITY;
  const fitting = waiting.filter(({ size }) => {
    const bytes = Math.max(1, size ?? 0);
    if (bytes > free) return false;
    free -= bytes;
    return true;
  });
  if (fitting.length === 0) return 0;
  const ids = fitting.map(({ id }) => id);
  await db
    .update(messages)
    .set({ mediaState: "pending", mediaError: null })
    .where(and(eq(messages.companyId, companyId), inArray(messages.id, ids), eq(messages.mediaError, STORAGE_FULL)));
  for (const { id: messageId, connectionId } of fitting)
    if (connectionId) await enqueue(db, "media.fetch", { companyId, connectionId, messageId });
  return fitting.length;
}
