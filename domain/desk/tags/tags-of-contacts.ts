import { and, asc, eq } from "drizzle-orm";
import { isAnyOf, schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { visibleTickets } from "../tickets/index.ts";
import type { TagRow } from "./list-tags.ts";

const { tags, ticketTags, tickets } = schema;

/** Returns the tags of each contact's visible tickets, by name. */
export async function tagsOfContacts(ctx: Context, contactIds: readonly string[]): Promise<Map<string, TagRow[]>> {
  if (contactIds.length === 0) return new Map();
  const rows = await ctx.db
    .selectDistinct({ contactId: tickets.contactId, tag: tags })
    .from(tickets)
    .innerJoin(ticketTags, and(eq(ticketTags.companyId, tickets.companyId), eq(ticketTags.ticketId, tickets.id)))
    .innerJoin(tags, and(eq(tags.companyId, ticketTags.companyId), eq(tags.id, ticketTags.tagId)))
    .where(and(eq(tickets.companyId, ctx.companyId), isAnyOf(tickets.contactId, contactIds), visibleTickets(ctx.actor)))
    .orderBy(asc(tags.name));
  const byContact = Map.groupBy(rows, ({ contactId }) => contactId);
  return new Map([...byContact].map(([id, found]) => [id, found.map(({ tag }) => tag)]));
}
