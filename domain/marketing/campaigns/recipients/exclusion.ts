import { and, eq, inArray, isNotNull, max, ne, or } from "drizzle-orm";
import type { ChannelName } from "../../../../contracts/channels.ts";
import { channelAbilities, isWindowShut } from "../../../../contracts/desk/channel-abilities.ts";
import type { ExclusionReason } from "../../../../contracts/marketing/campaigns.ts";
import { inParallel, schema } from "../../../../db/index.ts";
import { isOptedOut } from "../../../desk/consent/index.ts";
import type { ContactRow } from "../../../desk/contacts/index.ts";
import type { DeskContext } from "../../../ground/context.ts";
import type { RecipientRow } from "./next-recipient.ts";

const { campaignRecipients, contactMerges, tickets } = schema;

/** Returns why the person gets no message now, or null. The caller holds the contact's lock. */
export async function exclusionOf(
  ctx: DeskContext,
  connection: { id: string; channel: ChannelName },
  recipient: RecipientRow,
  contact: ContactRow,
): Promise<ExclusionReason | null> {
  if (!contact.isActive) return "blocked";
  const [hasOptedOut, isWritten, isShut] = await inParallel([
    isOptedOut(ctx, contact.id),
    isWrittenTo(ctx, recipient, contact.id),
    isOutsideWindow(ctx, connection, contact.id),
  ]);
  if (hasOptedOut) return "optedOut";
  if (isWritten) return "duplicate";
  return isShut ? "outsideWindow" : null;
}

/** Two numbers of an audience may belong to one contact, also by a merge after the start. */
async function isWrittenTo(ctx: DeskContext, recipient: RecipientRow, contactId: string): Promise<boolean> {
  const merged = ctx.db
    .select({ id: contactMerges.goneId })
    .from(contactMerges)
    .where(and(eq(contactMerges.companyId, ctx.companyId), eq(contactMerges.keptId, contactId)));
  const others = await ctx.db
    .select({ id: campaignRecipients.id })
    .from(campaignRecipients)
    .where(
      and(
        eq(campaignRecipients.companyId, ctx.companyId),
        eq(campaignRecipients.campaignId, recipient.campaignId),
        or(eq(campaignRecipients.contactId, contactId), inArray(campaignRecipients.contactId, merged)),
        ne(campaignRecipients.id, recipient.id),
        or(isNotNull(campaignRecipients.askMessageId), isNotNull(campaignRecipients.messageId)),
      ),
    )
    .limit(1);
  return others.length > 0;
}

async function isOutsideWindow(
  ctx: DeskContext,
  { id, channel }: { id: string; channel: ChannelName },
  contactId: string,
): Promise<boolean> {
  if (channelAbilities[channel].windowHours === null) return false;
  const [last] = await ctx.db
    .select({ at: max(tickets.lastCustomerMessageAt) })
    .from(tickets)
    .where(and(eq(tickets.companyId, ctx.companyId), eq(tickets.contactId, contactId), eq(tickets.connectionId, id)));
  return isWindowShut({ channel, lastCustomerMessageAt: last?.at ?? null }, ctx.now);
}
