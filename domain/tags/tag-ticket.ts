import { and, eq, inArray } from "drizzle-orm";
import { isAnyOf, schema } from "../../db/index.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../domain-error.ts";
import { canAnswer, requireLockedTicket } from "../tickets/index.ts";

const { tags, ticketTags } = schema;

export type TagStep = { add: readonly string[]; remove: readonly string[] };

/** Adds and removes tags, also of closed tickets. Requires the right to answer the ticket. */
export async function tagTicket(ctx: Context, ticketId: string, { add, remove }: TagStep): Promise<void> {
  const { companyId } = ctx;
  const ticket = await requireLockedTicket(ctx, ticketId);
  if (!canAnswer(ctx.actor, ticket)) throw new DomainError("ERR_NO_PERMISSION", { id: ticketId });
  const wanted = [...new Set(add)];
  await requireTags(ctx, wanted);
  if (remove.length > 0)
    await ctx.db
      .delete(ticketTags)
      .where(
        and(
          eq(ticketTags.companyId, companyId),
          eq(ticketTags.ticketId, ticketId),
          inArray(ticketTags.tagId, [...remove]),
        ),
      );
  if (wanted.length > 0)
    await ctx.db
      .insert(ticketTags)
      .values(wanted.map((tagId) => ({ companyId, ticketId, tagId })))
      .onConflictDoNothing();
}

/** Replaces the ticket's tags. */
export async function replaceTags(ctx: Context, ticketId: string, tagIds: readonly string[]): Promise<void> {
  // Locked before reading, so that of two replacements one is kept whole.
  await requireLockedTicket(ctx, ticketId);
  const present = await ctx.db
    .select({ tagId: ticketTags.tagId })
    .from(ticketTags)
    .where(and(eq(ticketTags.companyId, ctx.companyId), eq(ticketTags.ticketId, ticketId)));
  const remove = present.map(({ tagId }) => tagId).filter((id) => !tagIds.includes(id));
  await tagTicket(ctx, ticketId, { add: tagIds, remove });
}

/** Removes the ticket from all kanban columns; its other tags stay. */
export async function takeOffBoard(ctx: Context, ticketId: string): Promise<void> {
  await requireLockedTicket(ctx, ticketId);
  const columns = await ctx.db
    .select({ id: tags.id })
    .from(ticketTags)
    .innerJoin(tags, and(eq(tags.companyId, ticketTags.companyId), eq(tags.id, ticketTags.tagId)))
    .where(and(eq(ticketTags.companyId, ctx.companyId), eq(ticketTags.ticketId, ticketId), eq(tags.isKanban, true)));
  await tagTicket(ctx, ticketId, { add: [], remove: columns.map(({ id }) => id) });
}

async function requireTags(ctx: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const found = await ctx.db
    .select({ id: tags.id })
    .from(tags)
    .where(and(eq(tags.companyId, ctx.companyId), isAnyOf(tags.id, ids)));
  const known = new Set(found.map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing) throw new DomainError("ERR_NO_TAG_FOUND", { id: missing });
}
