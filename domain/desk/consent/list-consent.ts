import { and, desc, eq, inArray, or, sql } from "drizzle-orm";
import type { ConsentEntryWire } from "../../../contracts/desk/consent.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { addressesOf, requireContact } from "../contacts/index.ts";
import { optedOutSince } from "./is-opted-out.ts";

const { campaigns, consentChanges, contacts } = schema;

export type ConsentEntry = Omit<ConsentEntryWire, "at"> & { address: string; at: Date };
export type ContactConsent = { optedOutAt: Date | null; entries: ConsentEntry[] };

/**
 * Returns the contact's opt-out and its ledger, newest entry first: its own entries, those of contacts merged into it,
 * and those of its addresses from before a deletion of the contact.
 */
export async function listConsent(ctx: Context, contactId: string): Promise<ContactConsent> {
  const contact = await requireContact(ctx, contactId);
  const addresses = await addressesOf(ctx, [contact.id]);
  const entries = await ctx.db
    .select({
      id: consentChanges.id,
      state: consentChanges.state,
      source: consentChanges.source,
      wording: consentChanges.wording,
      reason: consentChanges.reason,
      userName: consentChanges.userName,
      campaignName: campaigns.name,
      address: consentChanges.address,
      at: consentChanges.createdAt,
    })
    .from(consentChanges)
    .leftJoin(
      campaigns,
      and(eq(campaigns.companyId, consentChanges.companyId), eq(campaigns.id, consentChanges.campaignId)),
    )
    .where(
      and(
        eq(consentChanges.companyId, ctx.companyId),
        or(
          sql`${consentChanges.contactId} in (${mergedInto(ctx, contact.id)})`,
          addresses.length > 0
            ? inArray(
                consentChanges.address,
                addresses.map(({ address }) => address),
              )
            : undefined,
        ),
      ),
    )
    .orderBy(desc(consentChanges.createdAt), desc(consentChanges.id));
  return { optedOutAt: await optedOutSince(ctx, contact.id), entries };
}

/** The contact's id and those of the contacts that were merged into it, however often. */
const mergedInto = (ctx: Context, contactId: string) => sql`
  with recursive person (id) as (
    select ${contactId}::uuid
    union
    select ${contacts.id} from ${contacts} join person on ${contacts.mergedIntoId} = person.id
    where ${contacts.companyId} = ${ctx.companyId}
  ) select id from person`;
