import { and, eq, inArray } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { lockContact } from "../contacts/index.ts";
import { failUnsent } from "../outbox/index.ts";
import { type ConsentCause, recordConsent } from "./consent-changes.ts";
import { isOptedOut } from "./is-opted-out.ts";
import { storeOptOut } from "./opt-out-rows.ts";

const { campaignRecipients, messages } = schema;

/**
 * Opts the contact out of marketing: stores the opt-out for all its addresses, records it in the ledger, and fails its
 * campaign messages that wait in the outbox. Idempotent: returns false when the contact was opted out already. Locks
 * the contact, like the hand-over of a campaign message, so nothing leaves after the commit.
 */
export async function optOut(ctx: DeskContext, contactId: string, cause: ConsentCause): Promise<boolean> {
  const contact = await lockContact(ctx, contactId);
  const wasOptedOut = await isOptedOut(ctx, contact.id);
  await storeOptOut(ctx, contact);
  if (!wasOptedOut) await recordConsent(ctx, contact, "out", cause);
  // Messages first: a trigger changes the recipient after its message.
  await failUnsent(ctx, "ERR_OPTED_OUT", eq(messages.contactId, contact.id), eq(messages.origin, "campaign"));
  await excludeRecipients(ctx, contact.id);
  return !wasOptedOut;
}

/** Recipients that wait for a question, an answer or a message get none. */
async function excludeRecipients(ctx: DeskContext, contactId: string): Promise<void> {
  await ctx.db
    .update(campaignRecipients)
    .set({ state: "excluded", reason: "optedOut", endedAt: ctx.now })
    .where(
      and(
        eq(campaignRecipients.companyId, ctx.companyId),
        eq(campaignRecipients.contactId, contactId),
        inArray(campaignRecipients.state, ["waiting", "asked", "confirmed"]),
      ),
    );
}
