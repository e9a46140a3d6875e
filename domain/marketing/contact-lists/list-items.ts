import { and, eq, gt, inArray, or, type SQL, sql } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { LIST_PAGE, type ListPart } from "../../../contracts/marketing/contact-lists.ts";
import { isAnyOf, schema } from "../../../db/index.ts";
import { containingPerson } from "../../ground/containing.ts";
import type { Context, DeskContext } from "../../ground/context.ts";
import { requireCampaigns } from "../campaigns/index.ts";
import { requireList } from "./require-list.ts";

const { contactListItems, optOuts } = schema;

export type ItemRow = typeof contactListItems.$inferSelect;
/** `optedOutAt`: when the number's owner opted out of marketing; null: not. */
export type ItemView = ItemRow & { optedOutAt: Date | null };
export type ItemPage = { items: ItemView[]; hasMore: boolean };
export type ItemFilter = { search?: string; part?: ListPart };

/** With more matches the text is common, and walking the sorted list finds a page sooner. */
const RARE = 1_000;
const EXPORTED_AT_ONCE = 1_000;

/** Returns a page of a list's items by name; the search text is in the name, number or e-mail. */
export async function pageOfItems(
  ctx: Context,
  listId: string,
  { page = 1, ...filter }: ItemFilter & { page?: number },
): Promise<ItemPage> {
  await requireList(ctx, listId);
  const rows = await ctx.db
    .select()
    .from(contactListItems)
    .where(await itemsOf(ctx, listId, filter))
    .orderBy(contactListItems.name, contactListItems.id)
    .limit(LIST_PAGE + 1)
    .offset((page - 1) * LIST_PAGE);
  return { items: await withOptOuts(ctx, rows.slice(0, LIST_PAGE)), hasMore: rows.length > LIST_PAGE };
}

/** Returns the next items of an export, by name, after the last one of the previous part. */
export async function exportItems(
  ctx: Context,
  listId: string,
  filter: ItemFilter,
  after: Pick<ItemView, "id" | "name"> | null,
): Promise<ItemView[]> {
  await requireList(ctx, listId);
  const { name, id } = contactListItems;
  const later = after ? or(gt(name, after.name), and(eq(name, after.name), gt(id, after.id))) : undefined;
  const rows = await ctx.db
    .select()
    .from(contactListItems)
    .where(and(await itemsOf(ctx, listId, filter), later))
    .orderBy(name, id)
    .limit(EXPORTED_AT_ONCE);
  return withOptOuts(ctx, rows);
}

/** Returns one item. */
export async function requireItem(ctx: Context, id: string): Promise<ItemView> {
  await requireCampaigns(ctx);
  const [found] = await itemViews(ctx, [id]);
  if (!found) throw new DomainError("ERR_NO_CONTACT_LIST_ITEM_FOUND", { id });
  return found;
}

/** Returns those of the items that exist. */
export async function itemViews(
  ctx: Pick<DeskContext, "db" | "companyId">,
  ids: readonly string[],
): Promise<ItemView[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .select()
    .from(contactListItems)
    .where(and(eq(contactListItems.companyId, ctx.companyId), isAnyOf(contactListItems.id, ids)));
  return withOptOuts(ctx, rows);
}

/** Returns the first items of a list, as the interface shows them. */
export async function firstItems(ctx: Pick<DeskContext, "db" | "companyId">, listId: string): Promise<ItemView[]> {
  const rows = await ctx.db
    .select()
    .from(contactListItems)
    .where(and(eq(contactListItems.companyId, ctx.companyId), eq(contactListItems.listId, listId)))
    .orderBy(contactListItems.name, contactListItems.id)
    .limit(LIST_PAGE);
  return withOptOuts(ctx, rows);
}

async function itemsOf(ctx: DeskContext, listId: string, { search, part = "all" }: ItemFilter) {
  const text = search?.trim();
  return and(
    eq(contactListItems.companyId, ctx.companyId),
    eq(contactListItems.listId, listId),
    text ? await matching(ctx, listId, text) : undefined,
    part === "valid" ? eq(contactListItems.isWhatsappValid, true) : undefined,
    part === "out" ? or(eq(contactListItems.isWhatsappValid, false), hasOptedOut(ctx)) : undefined,
  );
}

async function matching(ctx: DeskContext, listId: string, text: string): Promise<SQL> {
  const pattern = containingPerson(text);
  const found = await ctx.db.execute<{ id: string }>(
    sql`select contact_list_items_like(${listId}::uuid, ${pattern}, ${RARE + 1}) as id`,
  );
  if (found.length > RARE) return sql`${contactListItems.search} like ${pattern}`;
  return isAnyOf(
    contactListItems.id,
    found.map(({ id }) => id),
  );
}

/** A condition for items whose number opted out. */
const hasOptedOut = (ctx: Pick<DeskContext, "companyId">): SQL =>
  sql`${contactListItems.matchKey} in (select ${optOuts.matchKey} from ${optOuts}
    where ${optOuts.companyId} = ${ctx.companyId}::uuid and ${optOuts.kind} = 'phone')`;

async function withOptOuts(ctx: Pick<DeskContext, "db" | "companyId">, rows: ItemRow[]): Promise<ItemView[]> {
  if (rows.length === 0) return [];
  const keys = [...new Set(rows.map(({ matchKey }) => matchKey))];
  const found = await ctx.db
    .select({ matchKey: optOuts.matchKey, since: optOuts.since })
    .from(optOuts)
    .where(and(eq(optOuts.companyId, ctx.companyId), eq(optOuts.kind, "phone"), inArray(optOuts.matchKey, keys)));
  const since = new Map(found.map((each) => [each.matchKey, each.since]));
  return rows.map((row) => ({ ...row, optedOutAt: since.get(row.matchKey) ?? null }));
}
