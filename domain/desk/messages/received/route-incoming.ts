import type { DeskContext } from "../../../ground/context.ts";
import { findGivenRating, type GivenRating } from "../../automation/index.ts";
import { type CampaignAnswer, findCampaignAnswer } from "../../campaign-answers/index.ts";
import type { ContactRow } from "../../contacts/index.ts";
import {
  type BotRow,
  findTicketForMessage,
  findTicketForRecord,
  findTicketToSend,
  type TicketRow,
} from "../../tickets/index.ts";
import type { KnownMessage } from "./find-known-message.ts";
import { chatTextOf, type IncomingMessage } from "./incoming.ts";
import type { LookedUp } from "./look-up.ts";
import type { Newest } from "./place-in-thread.ts";

type Reply = Extract<CampaignAnswer, { kind: "reply" }>;

/**
 * The purpose of a received message: it answers a rating question; it opts out or answers a campaign's confirmation
 * question; it is for the agents and may open a ticket; or it is only recorded (history, or a blocked contact).
 */
type Purpose =
  | { kind: "rating"; given: GivenRating }
  | { kind: "campaign"; answer: Exclude<CampaignAnswer, Reply> }
  | { kind: "service"; reply?: Reply }
  | { kind: "record" };

/** `newest`, `bot`: messages of the ticket and the state of its bot, if they were selected with it. */
export type Route = Purpose & { ticket: TicketRow; newest: Newest[]; bot?: BotRow; countsUnread: boolean };

/** Finds or creates the ticket of a received message. The caller holds the contact's lock. */
export async function routeIncoming(
  ctx: DeskContext,
  incoming: IncomingMessage,
  contact: ContactRow,
  { found, open }: Pick<LookedUp, "found" | "open">,
): Promise<Route> {
  const place = { contactId: contact.id, connectionId: incoming.connectionId, isGroup: contact.isGroup };
  const purpose = await purposeOf(ctx, incoming, contact, found);
  switch (purpose.kind) {
    case "rating": {
      const { ticket } = purpose.given;
      return { ...purpose, ticket, newest: [], countsUnread: contact.isActive && ticket.status !== "closed" };
    }
    case "campaign": {
      const ticket = await findTicketToSend(ctx, place);
      return { ...purpose, ticket, newest: [], countsUnread: contact.isActive && ticket.status !== "closed" };
    }
    case "service": {
      const queueId = purpose.reply?.queueId ?? null;
      const { settings } = found;
      const ticket = await findTicketForMessage(ctx, place, { locked: contact, settings, queueId, open: open?.ticket });
      const { newest = [], bot } = open ?? {};
      return { ...purpose, ticket, newest, bot, countsUnread: !incoming.fromMe };
    }
    case "record":
      return {
        ...purpose,
        ticket: await findTicketForRecord(ctx, place, incoming),
        newest: [],
        countsUnread: false,
      };
  }
}

async function purposeOf(
  ctx: DeskContext,
  incoming: IncomingMessage,
  contact: ContactRow,
  { hasCampaigns }: KnownMessage,
): Promise<Purpose> {
  const { fromMe, isHistory, connectionId, at } = incoming;
  const isForAgents = contact.isActive && !isHistory;
  if (fromMe || isHistory) return { kind: isForAgents ? "service" : "record" };
  const place = { contactId: contact.id, connectionId };
  const text = chatTextOf(incoming);
  const given = await findGivenRating(ctx, place, { text, at });
  if (given) return { kind: "rating", given };
  const answer = contact.isGroup ? undefined : await findCampaignAnswer(ctx, place, { text, at, hasCampaigns });
  if (answer && answer.kind !== "reply") return { kind: "campaign", answer };
  return isForAgents ? { kind: "service", reply: answer } : { kind: "record" };
}
