import { uuidv7 } from "uuidv7";
import type { ConsentState } from "../../../contracts/desk/consent.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { addressesOf, type ContactRow } from "../contacts/index.ts";

const { consentChanges } = schema;

/** The cause of a change: a message of the person, or a user with a reason. */
export type ConsentCause =
  | { source: "message"; wording: string; messageId: string; campaignId: string | null }
  | { source: "user"; reason: string; userId: string; userName: string };

/** Appends an entry to the consent ledger. */
export async function recordConsent(
  ctx: DeskContext,
  contact: ContactRow,
  state: ConsentState,
  cause: ConsentCause,
): Promise<void> {
  const address = contact.number || ((await addressesOf(ctx, [contact.id]))[0]?.address ?? "");
  const base = { companyId: ctx.companyId, id: uuidv7(), contactId: contact.id, address, state, createdAt: ctx.now };
  await ctx.db.insert(consentChanges).values({ ...base, ...cause });
}
