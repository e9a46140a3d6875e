import { and, eq, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { DeskContext } from "./context.ts";

const { changes } = schema;

export type EditedDocument = {
  collection: (typeof changes.$inferSelect)["collection"];
  docId: string;
  /** Restricts the document's changes to edits, where other changes exist. */
  edits?: SQL;
};

/**
 * Returns the revision to edit next if the document was changed after the editor's revision; null: no conflict. A
 * change without a revision is the newest one.
 */
export async function findConflictingRev(
  ctx: DeskContext,
  of: EditedDocument,
  baseRev: number,
): Promise<number | null> {
  const [later] = await ctx.db
    .select({ rev: changes.rev })
    .from(changes)
    .where(
      and(
        eq(changes.companyId, ctx.companyId),
        eq(changes.collection, of.collection),
        eq(changes.docId, of.docId),
        of.edits,
        or(isNull(changes.rev), gt(changes.rev, baseRev)),
      ),
    )
    .orderBy(sql`${changes.rev} desc nulls first`)
    .limit(1);
  return later ? (later.rev ?? baseRev) : null;
}
