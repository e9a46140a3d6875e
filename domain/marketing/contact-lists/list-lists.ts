import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { LIST_PAGE } from "../../../contracts/marketing/contact-lists.ts";
import { searchWords } from "../../../contracts/search-text.ts";
import { schema } from "../../../db/index.ts";
import { containing } from "../../ground/containing.ts";
import type { Context, DeskContext } from "../../ground/context.ts";
import { requireCampaigns } from "../campaigns/index.ts";
import { countItems } from "./count-items.ts";
import type { ListRow } from "./require-list.ts";

const { contactLists } = schema;

export type ListView = ListRow & { contactsCount: number };
export type ListPage = { lists: ListView[]; hasMore: boolean };

/** Returns a page of lists by name; every search word is in the name. */
export async function pageOfLists(
  ctx: Context,
  { search = "", page = 1 }: { search?: string; page?: number },
): Promise<ListPage> {
  await requireCampaigns(ctx);
  const rows = await ctx.db
    .select()
    .from(contactLists)
    .where(and(eq(contactLists.companyId, ctx.companyId), ...searchWords(search).map(named)))
    .orderBy(contactLists.name, contactLists.id)
    .limit(LIST_PAGE + 1)
    .offset((page - 1) * LIST_PAGE);
  return { lists: await withCounts(ctx, rows.slice(0, LIST_PAGE)), hasMore: rows.length > LIST_PAGE };
}

const named = (word: string): SQL => sql`searchable(${contactLists.name}) like ${containing(word)}`;

/** Returns all lists by name, for pickers. */
export async function allLists(ctx: Context): Promise<ListView[]> {
  await requireCampaigns(ctx);
  const rows = await ctx.db
    .select()
    .from(contactLists)
    .where(eq(contactLists.companyId, ctx.companyId))
    .orderBy(contactLists.name, contactLists.id);
  return withCounts(ctx, rows);
}

/** Returns one list. */
export async function requireListView(ctx: Context, id: string): Promise<ListView> {
  await requireCampaigns(ctx);
  const [found] = await listViews(ctx, [id]);
  if (!found) throw new DomainError("ERR_NO_CONTACT_LIST_FOUND", { id });
  return found;
}

/** Returns those of the lists that exist. */
export async function listViews(
  ctx: Pick<DeskContext, "db" | "companyId">,
  ids: readonly string[],
): Promise<ListView[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .select()
    .from(contactLists)
    .where(and(eq(contactLists.companyId, ctx.companyId), inArray(contactLists.id, [...ids])));
  return withCounts(ctx, rows);
}

async function withCounts(ctx: Pick<DeskContext, "db" | "companyId">, rows: ListRow[]): Promise<ListView[]> {
  const countsOf = await countItems(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, contactsCount: countsOf(row.id).total }));
}
