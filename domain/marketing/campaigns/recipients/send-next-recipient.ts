import { and, eq, lte } from "drizzle-orm";
import type { ChannelName } from "../../../../contracts/channels.ts";
import type { ErrorCode } from "../../../../contracts/errors.ts";
import { type ExclusionReason, progressBits } from "../../../../contracts/marketing/campaigns.ts";
import { schema } from "../../../../db/index.ts";
import type { DeskContext } from "../../../ground/context.ts";
import { type CampaignPart, writeCampaignMessage } from "../campaign-message.ts";
import { countSent, sendableFrom } from "../forecast/connection-load.ts";
import { minPauseMs, pauseAfter } from "../forecast/pace.ts";
import { exclusionOf } from "./exclusion.ts";
import { lockPerson, lockRecipient, nextRecipient, type RecipientRow } from "./next-recipient.ts";

const { campaignConnections, campaignRecipients, campaigns, connections } = schema;

export type CampaignConnection = { campaignId: string; connectionId: string };

/**
 * `sent`: a message is in the outbox. `skipped`: a recipient gets none, the next one may follow at once. `postponed`:
 * the connection may not send now. `idle`: there is nothing to do.
 */
export type SendOutcome = "sent" | "skipped" | "postponed" | "idle";

export type SendOptions = {
  /** From 0 to 1, for the pause. */
  random?: () => number;
  /** The shortest pause on a channel, in ms. */
  minPauseOf?: (channel: ChannelName) => number;
  /** The time after the locks were taken: the pause counts from there. */
  clock?: () => Date;
};

/**
 * Sends the confirmation question or the message of a campaign to the next recipient of a connection: a message in the
 * outbox, the recipient's state and the moment of the next send, in one transaction. Of several workers, one gets the
 * lock of (campaign, connection). A cancel waits for it, and it finds the campaign cancelled afterwards.
 */
export async function sendNextRecipient(
  ctx: DeskContext,
  due: CampaignConnection,
  options: SendOptions = {},
): Promise<SendOutcome> {
  const sender = await lockSender(ctx, due);
  if (!sender) return "idle";
  const from = await sendableFrom(ctx, sender);
  if (from > ctx.now) {
    await setPace(ctx, due, { nextSendAt: from });
    return "postponed";
  }
  const candidate = await nextRecipient(ctx, { campaignId: due.campaignId, connection: sender.connection });
  if (!candidate) return "idle";
  // Only one contact per transaction: with several, two senders could wait for each other.
  const person = await lockPerson(ctx, candidate);
  const recipient = await lockRecipient(ctx, candidate);
  if (!recipient) return "skipped";
  if (person === "optedOut") return exclude(ctx, recipient, person);
  if (person === "deleted") return fail(ctx, recipient, "ERR_NO_CONTACT_FOUND");
  const taken = { ...recipient, contactId: person.id, connectionId: due.connectionId };
  const reason = await exclusionOf(ctx, sender.connection, recipient, person);
  if (reason) return exclude(ctx, taken, reason);
  const next = nextText(sender, recipient);
  if (!next) return fail(ctx, taken, "ERR_CAMPAIGN_INCOMPLETE");
  const messageId = await writeCampaignMessage(ctx, { ...sender, ...next, recipient, contact: person });
  if (!messageId) return fail(ctx, taken, "ERR_NO_FILE_FOUND");
  await markSent(ctx, taken, next.part, messageId);
  await countSent(ctx, sender);
  const { random = Math.random, minPauseOf = minPauseMs, clock = () => ctx.now } = options;
  const { pauseMs, sentInRow } = pauseAfter(sender.frozen, {
    sentInRow: sender.sentInRow,
    minMs: minPauseOf(sender.connection.channel),
    random: random(),
  });
  await setPace(ctx, due, { nextSendAt: new Date(clock().getTime() + pauseMs), sentInRow });
  return "sent";
}

type LockedSender = NonNullable<Awaited<ReturnType<typeof lockSender>>>;

const paceOf = (ctx: DeskContext, { campaignId, connectionId }: CampaignConnection) =>
  and(
    eq(campaignConnections.companyId, ctx.companyId),
    eq(campaignConnections.campaignId, campaignId),
    eq(campaignConnections.connectionId, connectionId),
  );

/** Locks the pace, and the campaign against a cancel. Null: not due, locked by another worker, or nothing may be sent. */
async function lockSender(ctx: DeskContext, due: CampaignConnection) {
  const [pace] = await ctx.db
    .select({ sentInRow: campaignConnections.sentInRow })
    .from(campaignConnections)
    .where(and(paceOf(ctx, due), lte(campaignConnections.nextSendAt, ctx.now)))
    .for("update", { skipLocked: true });
  if (!pace) return null;
  const [campaign] = await ctx.db
    .select()
    .from(campaigns)
    .where(
      and(eq(campaigns.companyId, ctx.companyId), eq(campaigns.id, due.campaignId), eq(campaigns.status, "running")),
    )
    .for("share");
  if (!campaign?.frozen) return null;
  const [connection] = await ctx.db
    .select({ id: connections.id, name: connections.name, channel: connections.channel, status: connections.status })
    .from(connections)
    .where(and(eq(connections.companyId, ctx.companyId), eq(connections.id, due.connectionId)));
  if (connection?.status !== "CONNECTED") return null;
  return { campaign, frozen: campaign.frozen, connection, sentInRow: pace.sentInRow };
}

async function setPace(
  ctx: DeskContext,
  due: CampaignConnection,
  pace: { nextSendAt: Date; sentInRow?: number },
): Promise<void> {
  await ctx.db.update(campaignConnections).set(pace).where(paceOf(ctx, due));
}

/** A waiting recipient of a campaign with confirmation gets the question first. Undefined: its variant has no text. */
function nextText(
  { campaign, frozen }: LockedSender,
  { state, variant }: RecipientRow,
): { part: CampaignPart; text: string } | undefined {
  const texts = frozen.variants.find((one) => one.variant === variant);
  if (!texts) return undefined;
  const isAsked = campaign.confirmation && state === "waiting" && texts.confirmation !== "";
  return isAsked ? { part: "question", text: texts.confirmation } : { part: "message", text: texts.message };
}

async function markSent(
  ctx: DeskContext,
  recipient: RecipientRow,
  part: CampaignPart,
  messageId: string,
): Promise<void> {
  const bit = part === "question" ? progressBits.asked : progressBits.sent;
  await mark(ctx, recipient, {
    ...(part === "question"
      ? { state: "asked", askedAt: ctx.now, askMessageId: messageId }
      : { state: "sent", sentAt: ctx.now, messageId }),
    progress: recipient.progress | bit,
    reason: null,
    endedAt: null,
  });
}

async function exclude(ctx: DeskContext, recipient: RecipientRow, reason: ExclusionReason): Promise<"skipped"> {
  await mark(ctx, recipient, { state: "excluded", reason, endedAt: ctx.now });
  return "skipped";
}

async function fail(ctx: DeskContext, recipient: RecipientRow, code: ErrorCode): Promise<"skipped"> {
  await mark(ctx, recipient, { state: "failed", reason: code, endedAt: ctx.now });
  return "skipped";
}

async function mark(ctx: DeskContext, recipient: RecipientRow, set: Partial<RecipientRow>): Promise<void> {
  const { id, contactId, connectionId } = recipient;
  await ctx.db
    .update(campaignRecipients)
    .set({ contactId, connectionId, ...set })
    .where(and(eq(campaignRecipients.companyId, ctx.companyId), eq(campaignRecipients.id, id)));
}
