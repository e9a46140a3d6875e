import { and, eq, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import { schema } from "../db/index.ts";
import type { DeskContext } from "./context.ts";

const { changes } = schema;

export type EditedDocument = {
  collection: (typeof changes.$inferSelect)["collection"];
  docId: string;
  /** Which of the document's changes are edits, where not all are. */
  edits?: SQL;
};

/**
 * Whether a document was changed after the rev that an editor had before them; a change without a rev is the newest of
 * all. Answers the rev to edit over next; null: nobody changed it.
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
