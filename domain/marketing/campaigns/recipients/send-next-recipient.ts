import { and, eq, lte } from "drizzle-orm";
import type { ChannelName } from "../../../../contracts/channels.ts";
import type { ErrorCode } from "../../../../contracts/errors.ts";
import { type ExclusionReason, progressBits } from "../../../../contracts/marketing/campaigns.ts";
import { inParallel, prepareOnce, schema, sendLast } from "../../../../db/index.ts";
import type { DeskContext } from "../../../ground/context.ts";
import { type CampaignPart, placeOfMessage, writeCampaignMessage } from "../campaign-message.ts";
import { countSent, isOutboxBehind, sendableFrom } from "../forecast/connection-load.ts";
import { minPauseMs, pauseAfter } from "../forecast/pace.ts";
import { exclusionOf } from "./exclusion.ts";
import {
  createPerson,
  lockKnownPerson,
  lockRecipient,
  nextCandidates,
  nextOf,
  type RecipientRow,
} from "./next-recipient.ts";

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
  const candidate = nextOf(sender.candidates, sender.connection);
  // Only one contact per transaction: with several, two senders could wait for each other.
  const [from, known] = await inParallel([
    sendableFrom(ctx, sender),
    candidate ? lockKnownPerson(ctx, candidate) : undefined,
  ]);
  if (from > ctx.now) {
    await setPace(ctx, due, { nextSendAt: from });
    return "postponed";
  }
  if (!candidate) return "idle";
  if (known === "deleted" || known === "optedOut") return endWithout(ctx, candidate, known);
  const contact = known ?? (await createPerson(ctx, candidate));
  const next = nextText(sender, candidate);
  const writing = { ...sender, recipient: candidate, contact, part: next?.part ?? "message" };
  const [recipient, reason, place] = await inParallel([
    lockRecipient(ctx, candidate),
    exclusionOf(ctx, sender.connection, candidate, contact),
    placeOfMessage(ctx, writing),
  ]);
  if (!recipient) return "skipped";
  const taken = { ...recipient, contactId: contact.id, connectionId: due.connectionId };
  if (reason) return exclude(ctx, taken, reason);
  if (!next) return fail(ctx, taken, "ERR_CAMPAIGN_INCOMPLETE");
  const messageId = await writeCampaignMessage(ctx, { ...writing, ...next, recipient, place });
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

/**
 * Locks the pace, and the campaign against a cancel; reads what sending asks first. Null: not due, locked by another
 * worker, or nothing may be sent.
 */
async function lockSender(ctx: DeskContext, due: CampaignConnection) {
  const { db, companyId } = ctx;
  const [[pace], [campaign], [connection], isBehind, candidates] = await inParallel([
    lockPace(db, { companyId, ...due, now: ctx.now.toISOString() }),
    lockRunning(db, { companyId, id: due.campaignId }),
    connectionOf(db, { companyId, id: due.connectionId }),
    isOutboxBehind(ctx, due.connectionId),
    nextCandidates(ctx, due),
  ]);
  if (!pace || !campaign?.frozen || connection?.status !== "CONNECTED") return null;
  const { frozen } = campaign;
  return { campaign, frozen, connection, sentInRow: pace.sentInRow, isOutboxBehind: isBehind, candidates };
}

const lockPace = prepareOnce((db, param) =>
  db
    .select({ sentInRow: campaignConnections.sentInRow })
    .from(campaignConnections)
    .where(
      and(
        eq(campaignConnections.companyId, param("companyId")),
        eq(campaignConnections.campaignId, param("campaignId")),
        eq(campaignConnections.connectionId, param("connectionId")),
        lte(campaignConnections.nextSendAt, param("now")),
      ),
    )
    .for("update", { skipLocked: true }),
);
const lockRunning = prepareOnce((db, param) =>
  db
    .select()
    .from(campaigns)
    .where(
      and(eq(campaigns.companyId, param("companyId")), eq(campaigns.id, param("id")), eq(campaigns.status, "running")),
    )
    .for("share"),
);
const connectionOf = prepareOnce((db, param) =>
  db
    .select({ id: connections.id, name: connections.name, channel: connections.channel, status: connections.status })
    .from(connections)
    .where(and(eq(connections.companyId, param("companyId")), eq(connections.id, param("id")))),
);

async function setPace(
  ctx: DeskContext,
  due: CampaignConnection,
  pace: { nextSendAt: Date; sentInRow?: number },
): Promise<void> {
  await sendLast(ctx.db, () => ctx.db.update(campaignConnections).set(pace).where(paceOf(ctx, due)).execute());
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

/** Ends a recipient without a contact. */
async function endWithout(
  ctx: DeskContext,
  candidate: RecipientRow,
  reason: "deleted" | "optedOut",
): Promise<"skipped"> {
  const recipient = await lockRecipient(ctx, candidate);
  if (!recipient) return "skipped";
  return reason === "optedOut" ? exclude(ctx, recipient, reason) : fail(ctx, recipient, "ERR_NO_CONTACT_FOUND");
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
  await sendLast(ctx.db, () =>
    ctx.db
      .update(campaignRecipients)
      .set({ contactId, connectionId, ...set })
      .where(and(eq(campaignRecipients.companyId, ctx.companyId), eq(campaignRecipients.id, id)))
      .execute(),
  );
}
