import { and, desc, eq, or, type SQL, sql } from "drizzle-orm";
import { searchWords } from "../../../contracts/search-text.ts";
import { type CompanyDb, inParallel, isAnyOf, schema } from "../../../db/index.ts";
import { containing } from "../../ground/containing.ts";
import type { PlatformContext } from "../../ground/context.ts";
import { requireSuper } from "../../ground/require-permission.ts";
import { companyNames, companyNamesLike } from "./company-names.ts";

const { auditEntries } = schema;

const PAGE_SIZE = 20;

/** `companyName`: the present name; null when no company was changed, or when it was removed. */
export type AuditEntryView = typeof auditEntries.$inferSelect & { companyName: string | null };

/** Returns a page of the audit, newest first: of all companies, or of one. Searches the names and the reason. */
export async function pageOfAudit(
  ctx: PlatformContext,
  { search = "", page = 1, companyId }: { search?: string; page?: number; companyId?: string },
): Promise<{ entries: AuditEntryView[]; hasMore: boolean }> {
  requireSuper(ctx);
  const words = searchWords(search);
  const found = await inParallel(words.map((word) => matches(ctx.db, word)));
  const rows = await ctx.db
    .select()
    .from(auditEntries)
    .where(and(companyId ? eq(auditEntries.subjectCompanyId, companyId) : undefined, ...found))
    .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
    .limit(PAGE_SIZE + 1)
    .offset((page - 1) * PAGE_SIZE);
  const shown = rows.slice(0, PAGE_SIZE);
  const names = await companyNames(
    ctx.db,
    shown.map(({ subjectCompanyId }) => subjectCompanyId),
  );
  const entries = shown.map((entry) => ({ ...entry, companyName: names.get(entry.subjectCompanyId ?? "") ?? null }));
  return { entries, hasMore: rows.length > PAGE_SIZE };
}

async function matches(db: CompanyDb, word: string): Promise<SQL | undefined> {
  const pattern = containing(word);
  const named = [...(await companyNamesLike(db, pattern)).keys()];
  const texts = sql`${auditEntries.userName} || ' ' || ${auditEntries.subjectName} || ' ' || coalesce(${auditEntries.reason}, '')`;
  return or(sql`searchable(${texts}) like ${pattern}`, isAnyOf(auditEntries.subjectCompanyId, named));
}
