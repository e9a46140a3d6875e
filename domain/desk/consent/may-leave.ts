import { and, eq, isNotNull } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { isOptedOut } from "./is-opted-out.ts";

const { contacts, messages } = schema;

/**
 * Returns whether a campaign message may be handed to its channel: it still waits, and its contact has not opted out.
 * Locks the contact until the transaction ends, so that an opt-out is stored before the hand-over or after it.
 */
export async function mayLeave(ctx: DeskContext, messageId: string): Promise<boolean> {
  const waiting = and(eq(messages.companyId, ctx.companyId), eq(messages.id, messageId), isNotNull(messages.sendAfter));
  const contactOf = () => ctx.db.select({ contactId: messages.contactId }).from(messages).where(waiting);
  const [message] = await contactOf();
  if (!message) return false;
  const contactId = await holdContact(ctx, message.contactId);
  if (contactId === null || (await isOptedOut(ctx, contactId))) return false;
  return (await contactOf()).length > 0;
}

/** Locks the contact, or the one it was merged into, against changes. Null: it was deleted. */
async function holdContact(ctx: DeskContext, contactId: string): Promise<string | null> {
  const [contact] = await ctx.db
    .select({ id: contacts.id, mergedIntoId: contacts.mergedIntoId })
    .from(contacts)
    .where(and(eq(contacts.companyId, ctx.companyId), eq(contacts.id, contactId)))
    .for("share");
  if (!contact) return null;
  return contact.mergedIntoId ? holdContact(ctx, contact.mergedIntoId) : contact.id;
}
