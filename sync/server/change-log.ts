import { and, asc, eq, gt, inArray, isNotNull, lte, sql } from "drizzle-orm";
import type { CollectionName } from "../../contracts/sync.ts";
import { type CompanyDb, prepareOnce, schema } from "../../db/index.ts";

const { changes } = schema;

export type LoggedChange = {
  rev: number;
  mark: string;
  docId: string;
  partId: string | null;
  oldScope: Record<string, unknown> | null;
  newScope: Record<string, unknown> | null;
};

export type LogState = {
  /** The company's last revision. */
  clock: number;
  /** The oldest revision in the log; null when the log is empty. */
  oldest: number | null;
  /** The marks of the clock's revision and of the requested one; null: not in the log. */
  clockMark: string | null;
  askedMark: string | null;
  /** Committed changes exist that have no revision yet. */
  hasUnnumbered: boolean;
};

type LogRow = {
  clock: string;
  clock_mark: string | null;
  asked_mark: string | null;
  oldest: string | null;
  unnumbered: boolean;
};

/** Time and position of a change: the same revision in another history has another mark. */
const mark = sql<string>`extract(epoch from at)::text || '/' || n`;

/** `asked`: the revision of a checkpoint whose mark is needed. */
export async function readLogState(db: CompanyDb, companyId: string, asked = 0): Promise<LogState> {
  const ofCompany = sql`from changes where company_id = ${companyId}`;
  const [row] = await db.execute<LogRow>(sql`
    select clock.rev as clock, (select ${mark} ${ofCompany} and rev = clock.rev) as clock_mark,
      case when clock.rev <> ${asked}::bigint then (select ${mark} ${ofCompany} and rev = ${asked}::bigint) end as asked_mark,
      (select min(rev) ${ofCompany}) as oldest,
      exists (select from unnumbered_changes where company_id = ${companyId}) as unnumbered
    from (select coalesce(max(rev), 0) as rev from clocks where company_id = ${companyId}) as clock`);
  const clock = Number(row?.clock ?? 0);
  const clockMark = row?.clock_mark ?? null;
  return {
    clock,
    clockMark,
    askedMark: asked === clock ? clockMark : (row?.asked_mark ?? null),
    oldest: row?.oldest === null || row === undefined ? null : Number(row.oldest),
    hasUnnumbered: row?.unnumbered ?? false,
  };
}

/** Returns the marks of those of these revisions that are in the log. */
export async function readMarks(
  db: CompanyDb,
  companyId: string,
  revs: readonly number[],
): Promise<Map<number, string>> {
  const rows = await marksOf(db, { companyId, revs });
  return new Map(rows.map((row) => [row.rev ?? 0, row.mark]));
}

const marksOf = prepareOnce((db, param) =>
  db
    .select({ rev: changes.rev, mark })
    .from(changes)
    .where(and(eq(changes.companyId, param("companyId")), sql`${changes.rev} = any(${param("revs")}::bigint[])`)),
);

const logged = {
  rev: sql<number>`coalesce(${changes.rev}, 0)`.mapWith(changes.rev),
  mark,
  docId: changes.docId,
  partId: changes.partId,
  oldScope: changes.oldScope,
  newScope: changes.newScope,
};

/** Reads the changes of one collection after `from` up to `to`, in order. */
export function readLog(
  db: CompanyDb,
  companyId: string,
  collection: CollectionName,
  range: { from: number; to: number; limit: number },
): Promise<LoggedChange[]> {
  return ofCollection(db, { companyId, collection, ...range });
}

const ofCollection = prepareOnce((db, param) =>
  db
    .select(logged)
    .from(changes)
    .where(
      and(
        eq(changes.companyId, param("companyId")),
        gt(changes.rev, param("from")),
        lte(changes.rev, param("to")),
        eq(changes.collection, param("collection")),
      ),
    )
    .orderBy(asc(changes.rev))
    .limit(param("limit")),
);

/** All changes of all collections after a revision, in order. */
export type RecentChanges = { after: number; changes: (LoggedChange & { collection: string })[] };

/** Changes that are read at once for all collections. */
const MAX_RECENT = 500;

/** Reads all changes after a revision; null when they are more than are read at once. */
export async function readRecent(db: CompanyDb, companyId: string, after: number): Promise<RecentChanges | null> {
  const found = await ofAll(db, { companyId, after });
  return found.length < MAX_RECENT ? { after, changes: found } : null;
}

const ofAll = prepareOnce((db, param) =>
  db
    .select({ ...logged, collection: changes.collection })
    .from(changes)
    .where(and(eq(changes.companyId, param("companyId")), gt(changes.rev, param("after"))))
    .orderBy(asc(changes.rev))
    .limit(MAX_RECENT),
);

/** Returns the scopes that these documents had before each of their changes up to a revision. */
export async function readOldScopes(
  db: CompanyDb,
  companyId: string,
  collection: CollectionName,
  docIds: readonly string[],
  upTo: number,
): Promise<(Record<string, unknown> | null)[]> {
  const rows = await db
    .select({ oldScope: changes.oldScope })
    .from(changes)
    .where(
      and(
        eq(changes.companyId, companyId),
        eq(changes.collection, collection),
        inArray(changes.docId, [...docIds]),
        isNotNull(changes.oldScope),
        lte(changes.rev, upTo),
      ),
    );
  return rows.map(({ oldScope }) => oldScope);
}

/** Returns the last revision of a document in any collection: where a command's effect becomes visible. */
export async function newestRev(db: CompanyDb, companyId: string, docId: string): Promise<number | null> {
  const [row] = await newestRevOf(db, { companyId, docId });
  return row?.rev === null || row === undefined ? null : Number(row.rev);
}

const newestRevOf = prepareOnce((db, param) =>
  db
    .select({ rev: sql<string | null>`max(${changes.rev})` })
    .from(changes)
    .where(and(eq(changes.companyId, param("companyId")), eq(changes.docId, param("docId")))),
);
