import { and, desc, eq, gt, ne } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { schema } from "../../db/index.ts";
import { type ContactRow, lockContact } from "../contacts/index.ts";
import type { DeskContext } from "../context.ts";
import { readSetting } from "../settings/index.ts";
import { changeRow } from "./change-row.ts";
import { insertTicket } from "./insert-ticket.ts";
import type { TicketRow } from "./require-ticket.ts";
import { recordEvent } from "./timeline.ts";

const { tickets, connections, connectionQueues } = schema;

export type ChatPlace = { contactId: string; connectionId: string; isGroup?: boolean };

const inPlace = (ctx: DeskContext, place: ChatPlace) =>
  and(
    eq(tickets.companyId, ctx.companyId),
    eq(tickets.contactId, place.contactId),
    eq(tickets.connectionId, place.connectionId),
  );

async function openTicketOf(ctx: DeskContext, place: ChatPlace): Promise<TicketRow | undefined> {
  const [ticket] = await ctx.db
    .select()
    .from(tickets)
    .where(and(inPlace(ctx, place), ne(tickets.status, "closed")))
    .for("no key update");
  return ticket;
}

/**
 * The ticket a contact's message belongs to: the one that is not closed; else one closed within the reopen window,
 * which returns as pending; else a new pending one. First messages that arrive together wait for each other at the
 * contact's row, so they find the ticket the first of them made; a caller that holds its lock hands it over.
 */
export async function findTicketForMessage(
  ctx: DeskContext,
  wanted: ChatPlace,
  locked?: ContactRow,
): Promise<TicketRow> {
  const contact = locked ?? (await lockContact(ctx, wanted.contactId));
  const place = { ...wanted, contactId: contact.id };
  const open = await openTicketOf(ctx, place);
  if (open) return open;
  const returned = await returnRecentlyClosed(ctx, place);
  if (returned) return returned;
  const isRouted = !place.isGroup && !contact.disableBot;
  const created = await insertTicket(ctx, {
    id: uuidv7(),
    contactId: place.contactId,
    connectionId: place.connectionId,
    queueId: isRouted ? await onlyQueueOf(ctx, place.connectionId) : null,
    isGroup: place.isGroup ?? false,
  });
  if (created) {
    await recordEvent(ctx, created.id, "created");
    return created;
  }
  const winner = await openTicketOf(ctx, place);
  if (!winner) throw new Error("neither a new ticket nor the one that stood in its way");
  return winner;
}

async function returnRecentlyClosed(ctx: DeskContext, place: ChatPlace): Promise<TicketRow | undefined> {
  const minutes = Number(await readSetting(ctx, "reopenWindowMinutes"));
  if (!(minutes > 0)) return undefined;
  const since = new Date(ctx.now.getTime() - minutes * 60_000);
  const [recent] = await ctx.db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(inPlace(ctx, place), eq(tickets.status, "closed"), gt(tickets.closedAt, since)))
    .orderBy(desc(tickets.closedAt))
    .limit(1)
    .for("no key update");
  if (!recent) return undefined;
  await recordEvent(ctx, recent.id, "returnedByContact");
  return changeRow(ctx, recent.id, { status: "pending", userId: null, closedAt: null });
}

/** A connection with one queue needs no menu: its tickets go there silently. */
async function onlyQueueOf(ctx: DeskContext, connectionId: string): Promise<string | null> {
  const found = await ctx.db
    .select({ queueId: connectionQueues.queueId })
    .from(connectionQueues)
    .where(and(eq(connectionQueues.companyId, ctx.companyId), eq(connectionQueues.connectionId, connectionId)))
    .limit(2);
  return found.length === 1 ? (found[0]?.queueId ?? null) : null;
}

/** Where the desk writes by itself: the open ticket, else the last one, which stays closed. The caller holds the contact's lock. */
export async function findTicketToSend(ctx: DeskContext, place: ChatPlace): Promise<TicketRow> {
  return (await openTicketOf(ctx, place)) ?? findTicketForRecord(ctx, place, ctx.now);
}

/** By which connection the contact was last spoken with, if it is still there; else the company's default one. */
export async function connectionToReach(ctx: DeskContext, contactId: string): Promise<string | undefined> {
  const [last] = await ctx.db
    .select({ id: connections.id })
    .from(tickets)
    .innerJoin(connections, and(eq(connections.companyId, tickets.companyId), eq(connections.id, tickets.connectionId)))
    .where(and(eq(tickets.companyId, ctx.companyId), eq(tickets.contactId, contactId)))
    .orderBy(desc(tickets.lastMessageAt))
    .limit(1);
  if (last) return last.id;
  const [standard] = await ctx.db
    .select({ id: connections.id })
    .from(connections)
    .where(and(eq(connections.companyId, ctx.companyId), eq(connections.isDefault, true)))
    .limit(1);
  return standard?.id;
}

/**
 * Where a message goes that opens nothing (history, a blocked contact): the newest ticket, else one that is born closed.
 * The caller holds the contact's lock.
 */
export async function findTicketForRecord(ctx: DeskContext, place: ChatPlace, at: Date): Promise<TicketRow> {
  const [newest] = await ctx.db
    .select()
    .from(tickets)
    .where(inPlace(ctx, place))
    .orderBy(desc(tickets.number))
    .limit(1)
    .for("no key update");
  if (newest) return newest;
  const created = await insertTicket(ctx, {
    id: uuidv7(),
    contactId: place.contactId,
    connectionId: place.connectionId,
    isGroup: place.isGroup ?? false,
    queueId: place.isGroup ? null : await onlyQueueOf(ctx, place.connectionId),
    status: "closed",
    createdAt: at,
    // Long enough ago for the next message to open a ticket of its own.
    closedAt: new Date(0),
  });
  if (!created) throw new Error("a closed ticket stands in nobody's way");
  return created;
}
