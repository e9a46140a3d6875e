import { and, asc, eq, max, type SQL, sql } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { searchWords } from "../../../contracts/search-text.ts";
import { schema } from "../../../db/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";

const { tags, ticketTags } = schema;

export type TagRow = typeof tags.$inferSelect;

const PAGE_SIZE = 20;

export function listTags(ctx: Pick<DeskContext, "db" | "companyId">): Promise<TagRow[]> {
  return ctx.db.select().from(tags).where(eq(tags.companyId, ctx.companyId)).orderBy(asc(tags.name));
}

export async function requireTag(ctx: DeskContext, id: string): Promise<TagRow> {
  const [tag] = await ctx.db
    .select()
    .from(tags)
    .where(and(eq(tags.companyId, ctx.companyId), eq(tags.id, id)));
  if (!tag) throw new DomainError("ERR_NO_TAG_FOUND", { id });
  return tag;
}

/** Returns the position for a new lane: behind the others. */
export async function nextLanePosition({ db, companyId }: Context): Promise<number> {
  const [last] = await db
    .select({ position: max(tags.lanePosition) })
    .from(tags)
    .where(and(eq(tags.companyId, companyId), eq(tags.isKanban, true)));
  return (last?.position ?? 0) + 1;
}

/** Returns the ids of the tags that are lanes of the kanban board. */
export async function kanbanIds({
  db,
  companyId,
}: Pick<DeskContext, "db" | "companyId">): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ id: tags.id })
    .from(tags)
    .where(and(eq(tags.companyId, companyId), eq(tags.isKanban, true)));
  return new Set(rows.map(({ id }) => id));
}

export type TagView = TagRow & { ticketsCount: number };

/** Returns a page by name. Ticket counts are the company's, independent of what the actor may see. */
export async function pageOfTags(
  ctx: Context,
  { search = "", page = 1 }: { search?: string; page?: number },
): Promise<{ tags: TagView[]; hasMore: boolean }> {
  const words = searchWords(search);
  const counted = sql<number>`(select count(*)::int from ${ticketTags}
    where ${and(eq(ticketTags.companyId, ctx.companyId), eq(ticketTags.tagId, tags.id))})`;
  const found = await ctx.db
    .select({ tag: tags, ticketsCount: counted })
    .from(tags)
    .where(and(eq(tags.companyId, ctx.companyId), ...words.map(named)))
    .orderBy(asc(tags.name), asc(tags.id))
    .limit(PAGE_SIZE + 1)
    .offset((page - 1) * PAGE_SIZE);
  const views = found.map(({ tag, ticketsCount }) => ({ ...tag, ticketsCount }));
  return { tags: views.slice(0, PAGE_SIZE), hasMore: views.length > PAGE_SIZE };
}

function named(word: string): SQL {
  return sql`searchable(${tags.name}) like ${`%${word.replace(/[\\%_]/g, "\\$&")}%`}`;
}
