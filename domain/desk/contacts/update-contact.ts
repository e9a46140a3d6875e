import { and, eq, isNull } from "drizzle-orm";
import type { ContactChange } from "../../../contracts/desk/contacts.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { phoneMatchKey } from "../../../contracts/phones.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { findConflictingRev } from "../../ground/edit-conflict.ts";
import { removeAddresses } from "./addresses.ts";
import { contactDocuments } from "./contact-documents.ts";
import { takePhone } from "./create-contact.ts";
import { checkTyped } from "./number-check.ts";
import { requirePhone } from "./phone-number.ts";
import { type ContactRow, lockContact } from "./require-contact.ts";
import { requireValidChange } from "./require-valid-change.ts";
import { saveContact } from "./save-contact.ts";
import { saveFields } from "./save-fields.ts";

const { contactAddresses } = schema;

/** `baseRev`: the revision that the user edited; a later edit by someone else is a conflict that the user decides. */
export async function updateContact(
  ctx: Context,
  id: string,
  change: ContactChange,
  { baseRev }: { baseRev?: number } = {},
): Promise<ContactRow> {
  const contact = await lockContact(ctx, id);
  if (baseRev !== undefined) await refuseConflict(ctx, contact.id, baseRev);
  requireValidChange(change, contact);
  const number = change.number === undefined ? contact.number : await changeNumber(ctx, contact, change.number);
  const name = change.name?.trim() ?? contact.name;
  const email = change.email ?? contact.email;
  if (change.extraInfo) await saveFields(ctx, contact.id, change.extraInfo);
  const disableBot = change.disableBot ?? contact.disableBot;
  return saveContact(ctx, contact, { name, number, email, disableBot });
}

/**
 * Looks for a later change of the contact, or one without a revision yet. Scope changes of its tickets name a ticket
 * and are not edits.
 */
async function refuseConflict(ctx: Context, id: string, baseRev: number): Promise<void> {
  const rev = await findConflictingRev(
    ctx,
    { collection: "contacts", docId: id, edits: ({ partId }) => isNull(partId) },
    baseRev,
  );
  if (rev === null) return;
  const [content] = await contactDocuments(ctx, [id]);
  throw new DomainError("ERR_EDIT_CONFLICT", { contact: { ...content, rev } });
}

/** The old number is no longer an address of this contact; addresses from a merged contact are kept. */
async function changeNumber(ctx: Context, contact: ContactRow, typed: string): Promise<string> {
  if (typed.trim() === contact.number) return contact.number;
  const number = await requirePhone(ctx, typed);
  await takePhone(ctx, contact.id, number);
  await checkTyped(ctx, number);
  if (phoneMatchKey(contact.number) !== phoneMatchKey(number))
    await removeAddresses(ctx, contact.id, [{ kind: "phone", address: contact.number }]);
  await ctx.db
    .update(contactAddresses)
    .set({ address: number })
    .where(
      and(
        eq(contactAddresses.companyId, ctx.companyId),
        eq(contactAddresses.kind, "phone"),
        eq(contactAddresses.matchKey, phoneMatchKey(number)),
      ),
    );
  return number;
}
