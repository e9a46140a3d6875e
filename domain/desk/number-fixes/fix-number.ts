import { and, eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { DomainError } from "../../../contracts/domain-error.ts";
import { phoneMatchKey } from "../../../contracts/phones.ts";
import { schema } from "../../../db/index.ts";
import { phoneHome } from "../../account/settings/index.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import { mergeOnRequest } from "../contact-merges/index.ts";
import { lockContact, removeAddresses, requireContact, saveContact, updateContact } from "../contacts/index.ts";
import { misreadOf } from "./misread-numbers.ts";

const { contactAddresses, numberFixes } = schema;

/**
 * Gives a contact the number that was meant. If another contact has it, the two are merged and that one's name stays.
 * Tickets and messages stay with the person. Returns the id with which the correction is undone.
 */
export async function fixNumber(ctx: Context, contactId: string): Promise<{ id: string; contactId: string }> {
  requirePermission(ctx, "manageSettings", { id: contactId });
  const contact = await lockContact(ctx, contactId);
  const misread = misreadOf(contact.number, await phoneHome(ctx));
  if (misread?.number == null)
    throw new DomainError("ERR_WAPP_INVALID_CONTACT", { fields: { number: misread?.problem ?? "invalid" } });
  const { number } = misread;
  const former = contact.number;
  const holderId = await holderOf(ctx, number);
  let mergeId: string | null = null;
  if (holderId === null || holderId === contact.id) {
    await updateContact(ctx, contact.id, { number: `+${number}`, ...(contact.name === former && { name: number }) });
  } else {
    // The stranger's address must not follow the person: a message could go there.
    await removeAddresses(ctx, contact.id, [{ kind: "phone", address: former }]);
    await saveContact(ctx, contact, { number: "" });
    ({ mergeId } = await mergeOnRequest(ctx, holderId, contact.id));
  }
  const id = uuidv7();
  const fix = { companyId: ctx.companyId, id, contactId: contact.id, former, number, mergeId };
  await ctx.db.insert(numberFixes).values({ ...fix, userId: ctx.actor.id, createdAt: ctx.now });
  return { id, contactId: holderId ?? contact.id };
}

async function holderOf(ctx: Context, number: string): Promise<string | null> {
  const [address] = await ctx.db
    .select({ contactId: contactAddresses.contactId })
    .from(contactAddresses)
    .where(
      and(
        eq(contactAddresses.companyId, ctx.companyId),
        eq(contactAddresses.kind, "phone"),
        eq(contactAddresses.matchKey, phoneMatchKey(number)),
      ),
    );
  return address ? (await requireContact(ctx, address.contactId)).id : null;
}
