import { and, eq, inArray, not, sql } from "drizzle-orm";
import { enqueue, schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { isUsed } from "./is-used.ts";

const { files } = schema;

/**
 * Deletes those of these files that nothing names any more, received ones too. A job removes their bytes after the
 * transaction is committed.
 */
export async function forgetFiles(ctx: DeskContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const gone = await ctx.db
    .delete(files)
    .where(and(eq(files.companyId, ctx.companyId), inArray(files.id, [...ids]), not(isUsed(ctx) ?? sql`false`)))
    .returning({ id: files.id });
  if (gone.length > 0)
    await enqueue(ctx.db, "files.remove", { companyId: ctx.companyId, fileIds: gone.map(({ id }) => id) });
}
