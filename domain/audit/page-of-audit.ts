import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import { searchable } from "../../sync/contracts/tickets.ts";
import type { PlatformContext } from "../context.ts";
import { requireSuper } from "../require-permission.ts";

const { auditEntries, companies } = schema;

const PAGE_SIZE = 20;

/** `companyName`: the present name; null when no company was changed, or when it was removed. */
export type AuditEntryView = typeof auditEntries.$inferSelect & { companyName: string | null };

/** Returns a page of the audit, newest first: of all companies, or of one. Searches the names and the reason. */
export async function pageOfAudit(
  ctx: PlatformContext,
  { search = "", page = 1, companyId }: { search?: string; page?: number; companyId?: string },
): Promise<{ entries: AuditEntryView[]; hasMore: boolean }> {
  requireSuper(ctx);
  const words = searchable(search).split(/\s+/).filter(Boolean);
  const rows = await ctx.db
    .select({ entry: auditEntries, companyName: companies.name })
    .from(auditEntries)
    .leftJoin(companies, eq(companies.id, auditEntries.subjectCompanyId))
    .where(and(companyId ? eq(auditEntries.subjectCompanyId, companyId) : undefined, ...words.map(matches)))
    .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
    .limit(PAGE_SIZE + 1)
    .offset((page - 1) * PAGE_SIZE);
  const entries = rows.map(({ entry, companyName }) => ({ ...entry, companyName }));
  return { entries: entries.slice(0, PAGE_SIZE), hasMore: entries.length > PAGE_SIZE };
}

function matches(word: string): SQL {
  const texts = sql`${auditEntries.userName} || ' ' || ${auditEntries.subjectName} || ' ' || coalesce(${companies.name}, '') || ' ' || coalesce(${auditEntries.reason}, '')`;
  return sql`searchable(${texts}) like ${`%${word.replace(/[\\%_]/g, "\\$&")}%`}`;
}
