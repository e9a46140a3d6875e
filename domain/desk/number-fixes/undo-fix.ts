import { and, eq } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import { undoMerge } from "../contact-merges/index.ts";
import { lockContact, removeAddresses, saveContact, takePhone } from "../contacts/index.ts";

const { numberFixes } = schema;

/** Gives a contact its former number back, and separates two contacts that the correction merged. Idempotent. */
export async function undoFix(ctx: Context, id: string): Promise<{ contactId: string }> {
  requirePermission(ctx, "manageSettings", { id });
  const where = and(eq(numberFixes.companyId, ctx.companyId), eq(numberFixes.id, id));
  const [fix] = await ctx.db.select().from(numberFixes).where(where).for("update");
  if (!fix) throw new DomainError("ERR_NO_CONTACT_FOUND", { id });
  const { contactId, former, number, mergeId, undoneAt } = fix;
  if (undoneAt) return { contactId };
  if (mergeId) await undoMerge(ctx, mergeId);
  const contact = await lockContact(ctx, contactId);
  await takePhone(ctx, contact.id, former);
  if (!mergeId) await removeAddresses(ctx, contact.id, [{ kind: "phone", address: number }]);
  await saveContact(ctx, contact, { number: former, ...(contact.name === number && { name: former }) });
  await ctx.db.update(numberFixes).set({ undoneAt: ctx.now }).where(where);
  return { contactId };
}
