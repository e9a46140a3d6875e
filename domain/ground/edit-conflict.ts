import { and, eq, gt, max, type SQL } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { DeskContext } from "./context.ts";

const { changes, unnumberedChanges } = schema;

export type EditedDocument = {
  collection: (typeof changes.$inferSelect)["collection"];
  docId: string;
  /** Tells edits from the document's other changes, where there are any. */
  edits?: (log: Log) => SQL;
};

type Log = typeof changes | typeof unnumberedChanges;

/**
 * Returns the revision to edit next if the document was changed after the editor's revision; null: no conflict. A
 * change without a revision is the newest one.
 */
export async function findConflictingRev(
  ctx: DeskContext,
  of: EditedDocument,
  baseRev: number,
): Promise<number | null> {
  const editsIn = (log: Log) =>
    and(eq(log.companyId, ctx.companyId), eq(log.collection, of.collection), eq(log.docId, of.docId), of.edits?.(log));
  const unnumbered = await ctx.db.$count(unnumberedChanges, editsIn(unnumberedChanges));
  if (unnumbered > 0) return baseRev;
  const [later] = await ctx.db
    .select({ rev: max(changes.rev) })
    .from(changes)
    .where(and(editsIn(changes), gt(changes.rev, baseRev)));
  return later?.rev ?? null;
}
