import { and, desc, eq, isNull } from "drizzle-orm";
import { can } from "../../../contracts/account/permissions.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requireContact } from "../contacts/index.ts";

const { contactMerges, contacts, users } = schema;

export type ListedMerge = {
  id: string;
  /** The merged contact. */
  contactId: string;
  name: string;
  number: string;
  at: string;
  /** Null: a channel reported both as one person. A deleted user has no name. */
  user: { id: string; name: string } | null;
  /** Whether this user can undo it now: the latest merge first. */
  canUndo: boolean;
};

/** Lists the contacts merged into this one, latest first. */
export async function listMerges(ctx: Context, contactId: string): Promise<ListedMerge[]> {
  const { id } = await requireContact(ctx, contactId);
  const rows = await ctx.db
    .select({
      id: contactMerges.id,
      contactId: contacts.id,
      name: contacts.name,
      number: contacts.number,
      at: contactMerges.createdAt,
      userId: contactMerges.userId,
      userName: users.name,
    })
    .from(contactMerges)
    .innerJoin(contacts, and(eq(contacts.companyId, contactMerges.companyId), eq(contacts.id, contactMerges.goneId)))
    .leftJoin(users, and(eq(users.companyId, contactMerges.companyId), eq(users.id, contactMerges.userId)))
    .where(
      and(eq(contactMerges.companyId, ctx.companyId), eq(contactMerges.keptId, id), isNull(contactMerges.undoneAt)),
    )
    .orderBy(desc(contactMerges.place));
  return rows.map(({ userId, userName, at, ...row }, place) => ({
    ...row,
    at: at.toISOString(),
    user: userId ? { id: userId, name: userName ?? "" } : null,
    canUndo: place === 0 && can.mergeContacts(ctx.actor.profile),
  }));
}
