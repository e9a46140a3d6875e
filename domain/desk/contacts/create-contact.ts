import { and, eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { NewContact } from "../../../contracts/desk/contacts.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { phoneMatchKey } from "../../../contracts/phones.ts";
import { searchable } from "../../../contracts/search-text.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { checkTyped } from "./number-check.ts";
import { requirePhone } from "./phone-number.ts";
import { type ContactRow, requireContact } from "./require-contact.ts";
import { saveFields } from "./save-fields.ts";

const { contacts, contactAddresses } = schema;

/** Creates a contact. Idempotent by id; when another contact has the number, the error names it. */
export async function createContact(
  ctx: Context,
  wanted: Partial<NewContact> & { name: string; number: string },
): Promise<ContactRow> {
  const id = wanted.id ?? uuidv7();
  const number = await requirePhone(ctx, wanted.number);
  const name = wanted.name.trim();
  const email = wanted.email ?? "";
  const [created] = await ctx.db
    .insert(contacts)
    .values({
      companyId: ctx.companyId,
      id,
      name,
      number,
      email,
      disableBot: wanted.disableBot ?? false,
      search: searchable(name, number, email),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .onConflictDoNothing()
    .returning();
  if (!created) return requireContact(ctx, id);
  await takePhone(ctx, id, number);
  await checkTyped(ctx, number);
  await saveFields(ctx, id, wanted.extraInfo ?? []);
  return created;
}

/** Assigns the number to the contact unless another one has it. */
export async function takePhone(ctx: Context, contactId: string, number: string): Promise<void> {
  const matchKey = phoneMatchKey(number);
  await ctx.db
    .insert(contactAddresses)
    .values({
      companyId: ctx.companyId,
      id: uuidv7(),
      contactId,
      kind: "phone",
      address: number,
      matchKey,
      createdAt: ctx.now,
    })
    .onConflictDoNothing();
  const [holder] = await ctx.db
    .select({ id: contacts.id, name: contacts.name })
    .from(contactAddresses)
    .innerJoin(
      contacts,
      and(eq(contacts.companyId, contactAddresses.companyId), eq(contacts.id, contactAddresses.contactId)),
    )
    .where(
      and(
        eq(contactAddresses.companyId, ctx.companyId),
        eq(contactAddresses.kind, "phone"),
        eq(contactAddresses.matchKey, matchKey),
      ),
    );
  if (holder && holder.id !== contactId)
    throw new DomainError("ERR_DUPLICATED_CONTACT", { contactId: holder.id, name: holder.name });
}
