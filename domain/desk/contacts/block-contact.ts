import { and, eq, not } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { type ContactRow, lockContact } from "./require-contact.ts";

const { contacts } = schema;

async function change(ctx: Context, id: string, set: Partial<ContactRow>): Promise<ContactRow> {
  const contact = await lockContact(ctx, id);
  const [changed] = await ctx.db
    .update(contacts)
    .set({ ...set, updatedAt: ctx.now })
    .where(and(eq(contacts.companyId, ctx.companyId), eq(contacts.id, contact.id)))
    .returning();
  return changed ?? contact;
}

/** Messages of a blocked contact are stored but create no ticket. */
export function blockContact(ctx: Context, id: string, isActive: boolean): Promise<ContactRow> {
  return change(ctx, id, { isActive });
}

export async function toggleDisableBot(ctx: Context, id: string): Promise<ContactRow> {
  const contact = await lockContact(ctx, id);
  const [changed] = await ctx.db
    .update(contacts)
    .set({ disableBot: not(contacts.disableBot), updatedAt: ctx.now })
    .where(and(eq(contacts.companyId, ctx.companyId), eq(contacts.id, contact.id)))
    .returning();
  return changed ?? contact;
}
