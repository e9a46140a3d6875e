import { and, desc, eq, gt, ne, or, sql } from "drizzle-orm";
import { CONFIRMATION_MS, progressBits } from "../../../contracts/marketing/campaigns.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { type Confirmation, confirmationIn, optOutWording } from "../consent/index.ts";

const { campaignRecipients, campaigns, messages, queues, tickets } = schema;

/** How long after a campaign's message the contact's next message counts as the reply to it. */
const REPLY_MS = 30 * 24 * 60 * 60_000;
/** The channel's clock may be behind ours by this much. */
const CLOCK_SKEW_MS = 30_000;
/** Older campaigns of the contact are not looked at. */
const MAX_CAMPAIGNS = 50;

/** The meaning of a contact's message for campaigns. */
export type CampaignAnswer =
  | { kind: "optOut"; campaignId: string | null }
  | { kind: "confirmation"; recipientId: string; isYes: boolean }
  | { kind: "reply"; recipientId: string; campaignId: string; campaignName: string; queueId: string | null };

type AnswerThread = { contactId: string; connectionId: string };
type Received = {
  text: string;
  at: Date;
  /** The company has a campaign. */
  hasCampaigns: boolean;
};

/**
 * Returns the meaning of a contact's message for campaigns: an opt-out, the answer to an open confirmation question, or
 * the first reply to a campaign's message. Undefined: none of these. The caller holds the contact's lock.
 */
export async function findCampaignAnswer(
  ctx: DeskContext,
  place: AnswerThread,
  received: Received,
): Promise<CampaignAnswer | undefined> {
  const wording = optOutWording(received.text);
  const recipients = received.hasCampaigns ? await recipientsOf(ctx, place) : [];
  const [newest] = recipients;
  if (wording === "clear" && newest) return { kind: "optOut", campaignId: newest.campaignId };
  if (wording && (wording === "clear" || newest) && !(await isBotTalking(ctx, place)))
    return { kind: "optOut", campaignId: newest?.campaignId ?? null };
  return (await confirmationOf(ctx, place, recipients, received)) ?? replyOf(recipients, received);
}

type Recipient = Awaited<ReturnType<typeof recipientsOf>>[number];

/** The campaigns that wrote to the contact on the connection, newest first. */
function recipientsOf(ctx: DeskContext, { contactId, connectionId }: AnswerThread) {
  const { companyId } = ctx;
  return ctx.db
    .select({
      id: campaignRecipients.id,
      campaignId: campaignRecipients.campaignId,
      campaignName: campaigns.name,
      queueId: queues.id,
      state: campaignRecipients.state,
      progress: campaignRecipients.progress,
      askedAt: campaignRecipients.askedAt,
      sentAt: campaignRecipients.sentAt,
      askMessageId: campaignRecipients.askMessageId,
    })
    .from(campaignRecipients)
    .innerJoin(campaigns, and(eq(campaigns.companyId, companyId), eq(campaigns.id, campaignRecipients.campaignId)))
    .leftJoin(queues, and(eq(queues.companyId, companyId), eq(queues.id, campaigns.replyQueueId)))
    .where(
      and(
        eq(campaignRecipients.companyId, companyId),
        eq(campaignRecipients.contactId, contactId),
        eq(campaignRecipients.connectionId, connectionId),
        sql`coalesce(${campaignRecipients.messageId}, ${campaignRecipients.askMessageId}) is not null`,
      ),
    )
    .orderBy(desc(sql`coalesce(${campaignRecipients.sentAt}, ${campaignRecipients.askedAt})`))
    .limit(MAX_CAMPAIGNS);
}

async function isBotTalking(ctx: DeskContext, { contactId, connectionId }: AnswerThread): Promise<boolean> {
  const [ticket] = await ctx.db
    .select({ isBot: tickets.isBot })
    .from(tickets)
    .where(
      and(
        eq(tickets.companyId, ctx.companyId),
        eq(tickets.contactId, contactId),
        eq(tickets.connectionId, connectionId),
        ne(tickets.status, "closed"),
      ),
    );
  return ticket?.isBot ?? false;
}

const isWithin = (at: Date, since: Date | null, ms: number): since is Date =>
  since !== null && at.getTime() >= since.getTime() - CLOCK_SKEW_MS && at.getTime() < since.getTime() + ms;

async function confirmationOf(
  ctx: DeskContext,
  place: AnswerThread,
  recipients: Recipient[],
  { text, at }: Received,
): Promise<CampaignAnswer | undefined> {
  const asked = recipients.find(({ state, askedAt }) => state === "asked" && isWithin(at, askedAt, CONFIRMATION_MS));
  const answer = asked && confirmationIn(text);
  if (!answer || (await isForOthers(ctx, place, asked, answer))) return undefined;
  return { kind: "confirmation", recipientId: asked.id, isYes: answer.isYes };
}

/**
 * Returns whether the conversation has moved on since the question: a person wrote to the contact, or a menu did, which
 * a bare number may answer.
 */
async function isForOthers(
  ctx: DeskContext,
  { contactId, connectionId }: AnswerThread,
  { askMessageId }: Recipient,
  { isDigit }: Confirmation,
): Promise<boolean> {
  const question = ctx.db
    .select({ createdAt: messages.createdAt })
    .from(messages)
    .where(and(eq(messages.companyId, ctx.companyId), eq(messages.id, askMessageId ?? "")));
  const byPerson = or(sql`${messages.origin} is null`, eq(messages.origin, "schedule"));
  const [later] = await ctx.db
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(tickets, and(eq(tickets.companyId, messages.companyId), eq(tickets.id, messages.ticketId)))
    .where(
      and(
        eq(messages.companyId, ctx.companyId),
        eq(tickets.contactId, contactId),
        eq(tickets.connectionId, connectionId),
        eq(messages.fromMe, true),
        gt(messages.createdAt, sql`(${question})`),
        isDigit ? sql`${messages.origin} is distinct from 'campaign'` : byPerson,
      ),
    )
    .limit(1);
  return later !== undefined;
}

function replyOf(recipients: Recipient[], { at }: Received): CampaignAnswer | undefined {
  const sent = recipients.find(({ sentAt }) => isWithin(at, sentAt, REPLY_MS));
  if (!sent || sent.progress & progressBits.replied || !["sent", "delivered", "read"].includes(sent.state))
    return undefined;
  const { id: recipientId, campaignId, campaignName, queueId } = sent;
  return { kind: "reply", recipientId, campaignId, campaignName, queueId };
}
