import { and, desc, eq, gt } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { inParallel, prepareOnce, prepareOnceFor, schema } from "../../../db/index.ts";
import { readSetting, type Settings } from "../../account/settings/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { type ContactRow, lockContact, lockedContactBehind, type PartyKey } from "../contacts/index.ts";
import { changeRow, insertTicket } from "../ticket-rows/index.ts";
import { isOpenTicketOf } from "./open-ticket.ts";
import type { TicketRow } from "./require-ticket.ts";
import { recordEvent } from "./timeline.ts";

const { tickets, connections, connectionQueues } = schema;

export type ChatPlace = { contactId: string; connectionId: string; isGroup?: boolean };

/**
 * `queueId`: the queue of a new or reopened ticket, in place of a menu. `open`: the contact's unclosed ticket, locked after
 * `locked`; null: there is none.
 */
type TicketWish = { locked?: ContactRow; settings?: Settings; queueId?: string | null; open?: TicketRow | null };

const inPlace = (ctx: DeskContext, place: ChatPlace) =>
  and(
    eq(tickets.companyId, ctx.companyId),
    eq(tickets.contactId, place.contactId),
    eq(tickets.connectionId, place.connectionId),
  );

async function openTicketOf(ctx: DeskContext, { contactId, connectionId }: ChatPlace): Promise<TicketRow | undefined> {
  const [ticket] = await openTicket(ctx.db, { companyId: ctx.companyId, contactId, connectionId });
  return ticket;
}

const openTicket = prepareOnce((db, param) =>
  db.select().from(tickets).where(isOpenTicketOf(param)).for("no key update"),
);

/**
 * Returns the unclosed ticket of the contact behind these addresses, locked; null: there is none. Sent in parallel with the
 * statement that locks the contact, and after it. It locks the contact too, which another transaction may have created
 * since.
 */
export async function openTicketBehind(
  { db, companyId }: DeskContext,
  { count, values }: PartyKey,
  connectionId: string,
): Promise<TicketRow | null> {
  const [ticket] = await openBehind(count)(db, { ...values, companyId, connectionId });
  return ticket ?? null;
}

const openBehind = prepareOnceFor((count: number) => (db, param) => {
  const isIt = isOpenTicketOf(param, lockedContactBehind(count, param));
  return db.select().from(tickets).where(isIt).for("no key update");
});

/**
 * Returns the ticket of a contact's message: the unclosed one; else one closed within the reopen window, which
 * becomes pending; else a new pending one. Simultaneous first messages are serialised by the contact's row lock, so
 * all use the first one's ticket; a caller that holds the lock passes it on.
 */
export async function findTicketForMessage(
  ctx: DeskContext,
  wanted: ChatPlace,
  { locked, settings, queueId: wantedQueueId = null, open: known }: TicketWish = {},
): Promise<TicketRow> {
  const contact = locked ?? (await lockContact(ctx, wanted.contactId));
  const place = { ...wanted, contactId: contact.id };
  const open = known === undefined ? await openTicketOf(ctx, place) : known;
  if (open) return open;
  const isRouted = !place.isGroup && !contact.disableBot;
  const [recent, queueId] = await inParallel([
    recentlyClosed(ctx, place, settings),
    wantedQueueId ?? (isRouted ? onlyQueueOf(ctx, place.connectionId) : null),
  ]);
  if (recent) return returnByContact(ctx, recent.id, wantedQueueId);
  const created = await insertTicket(ctx, {
    id: uuidv7(),
    contactId: place.contactId,
    connectionId: place.connectionId,
    queueId,
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

/** Returns the ticket that was closed last, if within the reopen window; locked. */
async function recentlyClosed(
  ctx: DeskContext,
  place: ChatPlace,
  settings?: Settings,
): Promise<{ id: string } | undefined> {
  const minutes = Number(settings?.reopenWindowMinutes ?? (await readSetting(ctx, "reopenWindowMinutes")));
  if (!(minutes > 0)) return undefined;
  const since = new Date(ctx.now.getTime() - minutes * 60_000);
  const [recent] = await ctx.db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(inPlace(ctx, place), eq(tickets.status, "closed"), gt(tickets.closedAt, since)))
    .orderBy(desc(tickets.closedAt))
    .limit(1)
    .for("no key update");
  return recent;
}

async function returnByContact(ctx: DeskContext, ticketId: string, queueId: string | null): Promise<TicketRow> {
  await recordEvent(ctx, ticketId, "returnedByContact");
  return changeRow(ctx, ticketId, { status: "pending", userId: null, closedAt: null, ...(queueId && { queueId }) });
}

/** A connection with one queue needs no menu: its tickets get that queue directly. */
async function onlyQueueOf(ctx: DeskContext, connectionId: string): Promise<string | null> {
  const found = await firstQueues(ctx.db, { companyId: ctx.companyId, connectionId });
  return found.length === 1 ? (found[0]?.queueId ?? null) : null;
}

const firstQueues = prepareOnce((db, param) =>
  db
    .select({ queueId: connectionQueues.queueId })
    .from(connectionQueues)
    .where(
      and(eq(connectionQueues.companyId, param("companyId")), eq(connectionQueues.connectionId, param("connectionId"))),
    )
    .limit(2),
);

/**
 * Returns where an automatic message goes: the open ticket, else the last one, which stays closed. The caller holds
 * the contact's lock.
 */
export async function findTicketToSend(ctx: DeskContext, place: ChatPlace): Promise<TicketRow> {
  return (await findExistingTicketToSend(ctx, place)) ?? createClosedTicket(ctx, place, { at: ctx.now });
}

/** Returns the open ticket, else the last one, locked; null: the contact has none on the connection. */
export async function findExistingTicketToSend(
  { db, companyId }: DeskContext,
  { contactId, connectionId }: ChatPlace,
): Promise<TicketRow | null> {
  const [ticket] = await openOrNewest(db, { companyId, contactId, connectionId });
  return ticket ?? null;
}

const openOrNewest = prepareOnce((db, param) =>
  db
    .select()
    .from(tickets)
    .where(
      and(
        eq(tickets.companyId, param("companyId")),
        eq(tickets.contactId, param("contactId")),
        eq(tickets.connectionId, param("connectionId")),
      ),
    )
    .orderBy(eq(tickets.status, "closed"), desc(tickets.number))
    .limit(1)
    .for("no key update"),
);

/** Returns the connection of the contact's last conversation if it still exists; else the company's default. */
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
 * Returns where a message goes that opens nothing (history, a blocked contact): the newest ticket, else a new closed
 * one. The caller holds the contact's lock.
 */
export async function findTicketForRecord(ctx: DeskContext, place: ChatPlace, from: RecordedFrom): Promise<TicketRow> {
  const [newest] = await ctx.db
    .select()
    .from(tickets)
    .where(inPlace(ctx, place))
    .orderBy(desc(tickets.number))
    .limit(1)
    .for("no key update");
  return newest ?? createClosedTicket(ctx, place, from);
}

/** `at`: of its first message. */
type RecordedFrom = { at: Date; isHistory?: boolean };

/** Creates a closed ticket: its messages open nothing. The caller holds the contact's lock. */
export async function createClosedTicket(
  ctx: DeskContext,
  place: ChatPlace,
  { at, isHistory = false }: RecordedFrom,
): Promise<TicketRow> {
  const created = await insertTicket(ctx, {
    id: uuidv7(),
    contactId: place.contactId,
    connectionId: place.connectionId,
    isGroup: place.isGroup ?? false,
    queueId: place.isGroup ? null : await onlyQueueOf(ctx, place.connectionId),
    status: "closed",
    createdAt: at,
    // History ended with its last message. Other tickets get an early time, so that the next message opens a new one.
    closedAt: isHistory ? at : new Date(0),
  });
  if (!created) throw new Error("a closed ticket stands in nobody's way");
  return created;
}
