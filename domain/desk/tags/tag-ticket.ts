import { and, eq, inArray } from "drizzle-orm";
import { tagsAfter } from "../../../contracts/desk/tags.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requireRows } from "../../ground/require-rows.ts";
import { canAnswer, requireLockedTicket } from "../tickets/index.ts";
import { kanbanIds } from "./list-tags.ts";

const { tags, ticketTags } = schema;

export type TagStep = { add: readonly string[]; remove: readonly string[] };

/**
 * Adds and removes tags, also of closed tickets. A kanban tag replaces the present one. Requires the right to answer
 * the ticket.
 */
export async function tagTicket(ctx: Context, ticketId: string, step: TagStep): Promise<void> {
  await requireTaggable(ctx, ticketId);
  await requireRows(ctx, tags, [...new Set(step.add)], "ERR_NO_TAG_FOUND");
  const [present, lanes] = [await tagIdsOf(ctx, ticketId), await kanbanIds(ctx)];
  await setTags(
    ctx,
    ticketId,
    present,
    tagsAfter(present, step, (id) => lanes.has(id)),
  );
}

/** Replaces the ticket's tags. Of several kanban tags, the last is kept. */
export async function replaceTags(ctx: Context, ticketId: string, tagIds: readonly string[]): Promise<void> {
  // Locked before reading, so that of two replacements one is kept whole.
  await requireLockedTicket(ctx, ticketId);
  await tagTicket(ctx, ticketId, { add: tagIds, remove: await tagIdsOf(ctx, ticketId) });
}

/** Locks the ticket until the transaction ends; refuses one whose tags the actor may not change. */
export async function requireTaggable(ctx: Context, ticketId: string): Promise<void> {
  const ticket = await requireLockedTicket(ctx, ticketId);
  if (!canAnswer(ctx.actor, ticket)) throw new DomainError("ERR_NO_PERMISSION", { id: ticketId });
}

export async function tagIdsOf({ db, companyId }: Context, ticketId: string): Promise<string[]> {
  const rows = await db
    .select({ tagId: ticketTags.tagId })
    .from(ticketTags)
    .where(and(eq(ticketTags.companyId, companyId), eq(ticketTags.ticketId, ticketId)));
  return rows.map(({ tagId }) => tagId);
}

/** Writes the difference between the present and the wanted tags of a locked ticket. */
export async function setTags(
  { db, companyId }: Context,
  ticketId: string,
  present: readonly string[],
  wanted: readonly string[],
): Promise<void> {
  const gone = present.filter((id) => !wanted.includes(id));
  const added = wanted.filter((id) => !present.includes(id));
  if (gone.length > 0)
    await db
      .delete(ticketTags)
      .where(
        and(eq(ticketTags.companyId, companyId), eq(ticketTags.ticketId, ticketId), inArray(ticketTags.tagId, gone)),
      );
  if (added.length > 0)
    await db
      .insert(ticketTags)
      .values(added.map((tagId) => ({ companyId, ticketId, tagId })))
      .onConflictDoNothing();
}
