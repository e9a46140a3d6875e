import { eq, sql } from "drizzle-orm";
import { type CompanyDb, schema } from "../../db/index.ts";
import type { ScopedChange } from "./scoped-changes.ts";

const { changes } = schema;

/** The log is pruned: a first entry counts as a creation only when the document is not older than this. */
const RECENT_MS = 60 * 60_000;

export const changeKey = ({ collection, docId, partId }: Pick<ScopedChange, "collection" | "docId" | "partId">) =>
  `${collection} ${docId} ${partId ?? ""}`;

/** Returns the changes without an earlier entry in the log, with their time: these may have created their documents. */
export async function firstChanges(
  db: CompanyDb,
  companyId: string,
  changesNow: readonly ScopedChange[],
): Promise<Map<string, Date>> {
  if (changesNow.length === 0) return new Map();
  const revs = changesNow.map(({ rev }) => rev);
  const earlier = sql`exists (select 1 from ${changes} as earlier where earlier.company_id = ${companyId}
    and earlier.doc_id = ${changes.docId} and earlier.collection = ${changes.collection}
    and earlier.part_id is not distinct from ${changes.partId} and earlier.rev < ${changes.rev})`;
  const rows = await db
    .select({ rev: changes.rev })
    .from(changes)
    .where(
      sql`${eq(changes.companyId, companyId)} and ${changes.rev} = any(${sql.param(revs)}::bigint[]) and not ${earlier}`,
    );
  const first = new Set(rows.map(({ rev }) => rev));
  return new Map(changesNow.filter(({ rev }) => first.has(rev)).map((change) => [changeKey(change), change.at]));
}

/** Returns whether a document created at `createdAt` was created by the first change in the log. */
export function isMadeNow(first: ReadonlyMap<string, Date>, key: string, createdAt: string | Date): boolean {
  const at = first.get(key);
  return at !== undefined && Math.abs(at.getTime() - new Date(createdAt).getTime()) < RECENT_MS;
}
