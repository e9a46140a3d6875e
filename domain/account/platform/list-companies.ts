import { and, asc, eq, getTableColumns, gt, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { RESTORING_DAYS } from "../../../contracts/account/companies.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { searchWords } from "../../../contracts/search-text.ts";
import { schema } from "../../../db/index.ts";
import { containing, containingPerson } from "../../ground/containing.ts";
import type { PlatformContext } from "../../ground/context.ts";
import { countUpTo } from "../../ground/count-up-to.ts";
import { requireSuper } from "../../ground/require-permission.ts";
import type { CompanyRow } from "../companies/index.ts";
import { withDefaults } from "../settings/index.ts";

const { companies, plans, settings } = schema;

const PAGE_SIZE = 20;
const DAY_MS = 86_400_000;

/** A company as super users see it: nothing of its conversations. */
export type CompanyView = Omit<
  CompanyRow,
  "schedules" | "billing" | "trialEndsAt" | "updatedAt" | "removalTotal" | "removalRows" | "removalAt"
> & {
  plan: { name: string; valueCents: number } | null;
  /** "true" or "false". */
  campaignsEnabled: string;
};
export type CompanyPage = { companies: CompanyView[]; count: number; hasMore: boolean };

/** Returns a page by name, with the number of all that match: companies in use, or deleted ones that can be restored. */
export async function pageOfCompanies(
  ctx: PlatformContext,
  { search = "", page = 1, isDeleted = false }: { search?: string; page?: number; isDeleted?: boolean },
): Promise<CompanyPage> {
  requireSuper(ctx);
  const restorable = and(isNotNull(companies.deletedAt), gt(companies.deletedAt, restorableSince(ctx.now)));
  const where = and(isDeleted ? restorable : isNull(companies.deletedAt), matches(search));
  const before = (page - 1) * PAGE_SIZE;
  const rows = await views(ctx, where)
    .limit(PAGE_SIZE + 1)
    .offset(before);
  const hasMore = rows.length > PAGE_SIZE;
  // The last page knows the number: another statement would read all companies once more.
  const isLast = !hasMore && (rows.length > 0 || page === 1);
  const count = isLast ? before + rows.length : await countUpTo(ctx.db, companies, where);
  return { companies: rows.slice(0, PAGE_SIZE).map(viewOf), count, hasMore };
}

/** Returns all companies in use, by name. */
export async function listCompanies(ctx: PlatformContext): Promise<CompanyView[]> {
  requireSuper(ctx);
  return (await views(ctx, isNull(companies.deletedAt))).map(viewOf);
}

export async function showCompany(ctx: PlatformContext, id: string): Promise<CompanyView> {
  requireSuper(ctx);
  const [row] = await views(ctx, eq(companies.id, id));
  if (!row) throw new DomainError("ERR_NO_COMPANY_FOUND", { id });
  return viewOf(row);
}

/** Companies that were deleted before are no longer restored. */
export const restorableSince = (now: Date): Date => new Date(now.getTime() - RESTORING_DAYS * DAY_MS);

/** A deleted company that can no longer be restored. */
export type CompanyRemoval = {
  id: string;
  name: string;
  deletedAt: Date;
  /** The rows that it had; null: the removal has not begun. */
  total: number | null;
  /** At most `total`: the change log, which grows meanwhile, is not counted. */
  removed: number;
  /** Seconds since rows were removed last, or since the removal is due. */
  idleSeconds: number;
};

/** Lists the companies that are removed now or next, those that were deleted first. */
export async function listRemovals(ctx: PlatformContext): Promise<CompanyRemoval[]> {
  requireSuper(ctx);
  const { id, name, deletedAt, removalTotal, removalRows, removalAt } = companies;
  const rows = await ctx.db
    .select({ id, name, deletedAt, total: removalTotal, rows: removalRows, at: removalAt })
    .from(companies)
    .where(lte(deletedAt, restorableSince(ctx.now)))
    .orderBy(asc(deletedAt), asc(id))
    .limit(PAGE_SIZE);
  return rows.map(({ deletedAt: since, total, rows: removed, at, ...company }) => {
    const deleted = since ?? ctx.now;
    const movedAt = at ?? new Date(deleted.getTime() + RESTORING_DAYS * DAY_MS);
    return {
      ...company,
      deletedAt: deleted,
      total,
      removed: Math.min(removed, total ?? 0),
      idleSeconds: Math.max(0, Math.floor((ctx.now.getTime() - movedAt.getTime()) / 1_000)),
    };
  });
}

const { schedules: _1, billing: _2, trialEndsAt: _3, updatedAt: _4, ...shown } = getTableColumns(companies);
const { removalTotal: _5, removalRows: _6, removalAt: _7, ...columns } = shown;

const views = ({ db }: PlatformContext, where: SQL | undefined) =>
  db
    .select({
      company: columns,
      plan: { name: plans.name, valueCents: plans.valueCents },
      campaignsEnabled: settings.value,
    })
    .from(companies)
    .leftJoin(plans, eq(plans.id, companies.planId))
    .leftJoin(settings, and(eq(settings.companyId, companies.id), eq(settings.key, "campaignsEnabled")))
    .where(where)
    .orderBy(asc(companies.name), asc(companies.id))
    .$dynamic();

type Row = Awaited<ReturnType<typeof views>>[number];
const viewOf = ({ company, plan, campaignsEnabled }: Row): CompanyView => ({
  ...company,
  plan,
  campaignsEnabled: campaignsEnabled ?? withDefaults(null).campaignsEnabled,
});

/** Every word is in name, e-mail or phone; a phone is stored as it was typed, and is found by its digits. */
function matches(search: string): SQL | undefined {
  const words = searchWords(search);
  if (words.length === 0) return undefined;
  const named = and(...words.map((word) => sql`companies.search like ${containing(word)}`));
  return or(named, sql`regexp_replace(${companies.phone}, '\\D', '', 'g') like ${containingPerson(search)}`);
}
