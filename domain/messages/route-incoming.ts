import { inParallel } from "../../db/index.ts";
import { findGivenRating, type GivenRating } from "../automation/index.ts";
import type { ContactRow } from "../contacts/index.ts";
import type { DeskContext } from "../context.ts";
import type { Settings } from "../settings/index.ts";
import { findTicketForMessage, findTicketForRecord, type TicketRow } from "../tickets/index.ts";
import { chatTextOf, type IncomingMessage } from "./incoming.ts";
import { type Newest, newestOfOpenTicket } from "./place-in-thread.ts";

/**
 * The purpose of a received message: it answers a rating question, it is for the agents and may open a ticket, or it
 * is only recorded (history, or a blocked contact).
 */
type Purpose = { kind: "rating"; given: GivenRating } | { kind: "service" } | { kind: "record" };

/** `newest`: messages of the ticket that were selected with it. */
export type Route = Purpose & { ticket: TicketRow; newest: Newest[]; countsUnread: boolean };

/** Finds or creates the ticket of a received message. The caller holds the contact's lock. */
export async function routeIncoming(
  ctx: DeskContext,
  incoming: IncomingMessage,
  contact: ContactRow,
  settings: Settings,
): Promise<Route> {
  const place = { contactId: contact.id, connectionId: incoming.connectionId, isGroup: contact.isGroup };
  const purpose = await purposeOf(ctx, incoming, contact);
  switch (purpose.kind) {
    case "rating": {
      const { ticket } = purpose.given;
      return { ...purpose, ticket, newest: [], countsUnread: contact.isActive && ticket.status !== "closed" };
    }
    case "service": {
      const [ticket, newest] = await inParallel([
        findTicketForMessage(ctx, place, { locked: contact, settings }),
        newestOfOpenTicket(ctx, place),
      ]);
      return { ...purpose, ticket, newest, countsUnread: !incoming.fromMe };
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

async function purposeOf(ctx: DeskContext, incoming: IncomingMessage, contact: ContactRow): Promise<Purpose> {
  const { fromMe, isHistory, connectionId, at } = incoming;
  if (!fromMe && !isHistory) {
    const given = await findGivenRating(
      ctx,
      { contactId: contact.id, connectionId },
      { text: chatTextOf(incoming), at },
    );
    if (given) return { kind: "rating", given };
  }
  return { kind: contact.isActive && !isHistory ? "service" : "record" };
}
