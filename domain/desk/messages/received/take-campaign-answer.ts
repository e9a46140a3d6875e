import type { DeskContext } from "../../../ground/context.ts";
import { deskTexts } from "../../../ground/texts/index.ts";
import { type CampaignAnswer, takeConfirmation, takeReply } from "../../campaign-answers/index.ts";
import { optOut } from "../../consent/index.ts";
import type { ContactRow } from "../../contacts/index.ts";
import { sayText } from "../../outbox/index.ts";
import { recordEvent } from "../../tickets/index.ts";
import type { IncomingMessage } from "./incoming.ts";
import type { Route } from "./route-incoming.ts";

type Stored = { messageId: string; contact: ContactRow; route: Extract<Route, { kind: "campaign" }> };

/** Stores an opt-out, which is confirmed once, or the answer to a campaign's confirmation question. */
export async function takeAnswer(
  ctx: DeskContext,
  incoming: IncomingMessage,
  { messageId, contact, route: { answer, ticket } }: Stored,
): Promise<void> {
  if (answer.kind === "confirmation") return takeConfirmation(ctx, answer.recipientId, answer.isYes);
  const cause = { source: "message", wording: incoming.body, messageId, campaignId: answer.campaignId } as const;
  const isNew = await optOut(ctx, contact.id, cause);
  if (isNew && contact.isActive) await sayText(ctx, ticket, "notice", deskTexts.optedOut);
}

/** Stores the first reply to a campaign's message, and names the campaign in the ticket's timeline. */
export async function recordReply(
  ctx: DeskContext,
  ticketId: string,
  { recipientId, campaignId, campaignName }: Extract<CampaignAnswer, { kind: "reply" }>,
): Promise<void> {
  await takeReply(ctx, recipientId);
  await recordEvent(ctx, ticketId, "campaignReply", { campaignId, campaignName });
}
