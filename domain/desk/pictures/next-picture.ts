import { and, desc, eq, gt, isNull, lte, or } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { findSettledContact, type Party } from "../contacts/index.ts";
import { type Reach, reachOf } from "../outbox/index.ts";

const { contacts, contactPictures, tickets } = schema;

/** Contacts without a conversation for longer are skipped. */
const RECENT_MS = 7 * 86_400_000;

/** Returns the most recent contact of this connection whose picture is due. */
export async function nextPicture(
  ctx: DeskContext,
  connectionId: string,
): Promise<{ contactId: string; to: Reach } | null> {
  const [due] = await ctx.db
    .select({ contactId: tickets.contactId, ticketId: tickets.id })
    .from(tickets)
    .innerJoin(contacts, and(eq(contacts.companyId, tickets.companyId), eq(contacts.id, tickets.contactId)))
    .leftJoin(
      contactPictures,
      and(eq(contactPictures.companyId, tickets.companyId), eq(contactPictures.contactId, tickets.contactId)),
    )
    .where(
      and(
        eq(tickets.companyId, ctx.companyId),
        eq(tickets.connectionId, connectionId),
        eq(contacts.isActive, true),
        gt(tickets.lastMessageAt, new Date(ctx.now.getTime() - RECENT_MS)),
        or(isNull(contactPictures.contactId), lte(contactPictures.dueAt, ctx.now)),
      ),
    )
    .orderBy(desc(tickets.lastMessageAt))
    .limit(1);
  if (!due) return null;
  const to = (await reachOf(ctx, [due])).get(due) ?? {};
  return { contactId: due.contactId, to };
}

/** The channel reports that a known contact has another picture, or none. */
export async function markPictureDue(ctx: DeskContext, party: Party): Promise<void> {
  const contact = await findSettledContact(ctx, party);
  if (!contact) return;
  await ctx.db
    .update(contactPictures)
    .set({ dueAt: ctx.now })
    .where(and(eq(contactPictures.companyId, ctx.companyId), eq(contactPictures.contactId, contact.id)));
}
