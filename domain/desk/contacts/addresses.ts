import { and, eq, or } from "drizzle-orm";
import type { AddressKind } from "../../../contracts/desk/contacts.ts";
import { phoneMatchKey } from "../../../contracts/phones.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { contactAddresses } = schema;

export type Address = { kind: AddressKind; address: string };

/** Returns the text by which two spellings of one address are equal. */
export const addressKey = ({ kind, address }: Address): string => (kind === "phone" ? phoneMatchKey(address) : address);

export const isAddress = (address: Address) =>
  and(eq(contactAddresses.kind, address.kind), eq(contactAddresses.matchKey, addressKey(address)));

/** Removes addresses that the contact no longer has: their next owner is another person. */
export async function removeAddresses(ctx: DeskContext, contactId: string, gone: readonly Address[]): Promise<void> {
  if (gone.length === 0) return;
  await ctx.db
    .delete(contactAddresses)
    .where(
      and(
        eq(contactAddresses.companyId, ctx.companyId),
        eq(contactAddresses.contactId, contactId),
        or(...gone.map(isAddress)),
      ),
    );
}
