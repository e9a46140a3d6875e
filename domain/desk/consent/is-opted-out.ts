import { and, eq } from "drizzle-orm";
import type { AddressKind } from "../../../contracts/desk/contacts.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { optedOutAtOf } from "../contacts/index.ts";

const { optOuts } = schema;

/** Returns whether one of the contact's addresses has opted out of marketing. */
export async function isOptedOut(ctx: DeskContext, contactId: string): Promise<boolean> {
  return (await optedOutSince(ctx, contactId)) !== null;
}

/** Returns the time of the contact's opt-out; null: not opted out. */
export async function optedOutSince(ctx: DeskContext, contactId: string): Promise<Date | null> {
  return (await optedOutAtOf(ctx, [contactId])).get(contactId) ?? null;
}

/** Returns whether an address has opted out of marketing; it may belong to no contact. */
export async function isAddressOptedOut(
  ctx: DeskContext,
  { kind, matchKey }: { kind: AddressKind; matchKey: string },
): Promise<boolean> {
  const found = await ctx.db
    .select({ since: optOuts.since })
    .from(optOuts)
    .where(and(eq(optOuts.companyId, ctx.companyId), eq(optOuts.kind, kind), eq(optOuts.matchKey, matchKey)));
  return found.length > 0;
}
