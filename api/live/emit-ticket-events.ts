import type { MessageRow } from "../../contracts/desk/messages.ts";
import type { TicketScope } from "../../contracts/desk/tickets.ts";
import { type CompanyDb, inParallel } from "../../db/index.ts";
import { type ContactContent, contactDocuments } from "../../domain/desk/contacts/index.ts";
import { messageRows, unreadAmong } from "../../domain/desk/messages/index.ts";
import { listQueues, type QueueRow } from "../../domain/desk/queues/index.ts";
import { type TicketView, ticketViews, unreadCounts } from "../../domain/desk/tickets/index.ts";
import type { Context } from "../../domain/ground/context.ts";
import { changeKey, isMadeNow, type ScopedChange } from "../../sync/server/index.ts";
import { contactToWire } from "../contacts/wire.ts";
import type { AddressOf } from "../media/media-address.ts";
import { messageToWire } from "../messages/wire.ts";
import { ticketToWire } from "../tickets/wire.ts";
import { groupByVisibility, knewTicket, type Listener, listensTo } from "./listener.ts";

/** Changes of one ticket in a batch. `isChanged`: its status, assignee, queue, contact, tags or name changed. */
type TicketNews = { scopes: TicketScope[]; messageIds: Set<string>; isChanged: boolean };

export type EmitContext = {
  db: CompanyDb;
  companyId: string;
  /** Changes that are the log's first entry for their document, with their time. */
  first: ReadonlyMap<string, Date>;
  addressOf(listener: Listener): AddressOf;
  /** Stores a ticket's current unread count; returns the previous one, undefined when it was not known. */
  remember(ticketId: string, unread: number): number | undefined;
};

export function ticketNews(changes: readonly ScopedChange[]): Map<string, TicketNews> {
  const news = new Map<string, TicketNews>();
  for (const change of changes) {
    const { collection, docId, partId, before } = change;
    if (collection !== "tickets" && collection !== "threads") continue;
    const known = news.get(docId) ?? { scopes: [], messageIds: new Set<string>(), isChanged: false };
    if (before) known.scopes.push(before);
    if (collection === "threads" && partId) known.messageIds.add(partId);
    known.isChanged ||= collection === "tickets" && changesTicket(change);
    news.set(docId, known);
  }
  return news;
}

/**
 * Returns whether the change emits a ticket update. A new message or an acknowledgement does not, because clients of
 * this family reopen their sockets on each update.
 */
function changesTicket({ partId, before, after }: ScopedChange): boolean {
  if (!before || !after) return partId !== null || before !== after;
  return scopeKeys.some((key) => before[key] !== after[key]);
}

const scopeKeys = ["status", "userId", "queueId", "contactId"] as const;

/** Emits tickets and their messages to each user as that user may see them: the views are loaded as the user. */
export async function emitTicketEvents(
  context: EmitContext,
  listeners: Iterable<Listener>,
  changes: readonly ScopedChange[],
) {
  const news = ticketNews(changes);
  if (news.size === 0) return;
  const { db, companyId } = context;
  const parts = [...news.values()].flatMap((one) => [...one.messageIds]);
  const queues = await listQueues({ db, companyId });
  const counts = await unreadCounts(context, [...news.keys()]);
  const readNow = ticketsReadNow(context, counts);
  const unread = await unreadMessages(context, news, counts);
  for (const group of groupByVisibility(listeners)) {
    const [{ actor } = { actor: null }] = group;
    if (!actor) continue;
    const ctx: Context = { db, companyId, actor, device: "live", now: new Date() };
    const [views, rows] = await inParallel([ticketViews(ctx, [...news.keys()]), messageRows(ctx, parts)]);
    const contacts = await contactDocuments(ctx, [...new Set(views.map((view) => view.contactId))]);
    const seen = {
      views: new Map(views.map((view) => [view.id, view])),
      contacts: new Map(contacts.map((contact) => [contact.id, contact])),
      rows: Map.groupBy(rows, (row) => row.ticketId),
      queues: new Map(queues.map(({ id, name, color }) => [id, { id, name, color }])),
      readNow,
      unread,
    };
    for (const listener of group) for (const [id, one] of news) emitTicket(context, listener, id, one, seen);
  }
}

type Seen = {
  views: Map<string, TicketView>;
  contacts: Map<string, ContactContent>;
  rows: Map<string, MessageRow[]>;
  queues: Map<string, Pick<QueueRow, "id" | "name" | "color">>;
  readNow: ReadonlySet<string>;
  unread: ReadonlySet<string>;
};

/** Returns the tickets whose unread count has just become 0. */
function ticketsReadNow(context: EmitContext, counts: ReadonlyMap<string, number>): Set<string> {
  const isReadNow = ([id, unread]: [string, number]) => context.remember(id, unread) !== unread && unread === 0;
  return new Set([...counts].filter(isReadNow).map(([id]) => id));
}

/**
 * Returns the changed messages that are unread. A message that is new in a ticket with unread ones is among the
 * newest; only the place of an earlier one, such as an edited one, has to be looked up.
 */
async function unreadMessages(
  context: EmitContext,
  news: ReadonlyMap<string, TicketNews>,
  counts: ReadonlyMap<string, number>,
): Promise<Set<string>> {
  const isNew = (ticketId: string, messageId: string) =>
    context.first.has(changeKey({ collection: "threads", docId: ticketId, partId: messageId }));
  const changed = [...news]
    .filter(([ticketId]) => (counts.get(ticketId) ?? 0) > 0)
    .flatMap(([ticketId, { messageIds }]) => [...messageIds].map((id) => ({ id, isNew: isNew(ticketId, id) })));
  const earlier = changed.filter((message) => !message.isNew).map(({ id }) => id);
  const fresh = changed.filter((message) => message.isNew).map(({ id }) => id);
  return new Set([...fresh, ...(await unreadAmong(context, earlier))]);
}

function emitTicket(context: EmitContext, listener: Listener, ticketId: string, news: TicketNews, seen: Seen) {
  const { socket } = listener;
  const { companyId } = context;
  const view = seen.views.get(ticketId);
  if (mustLetGo(listener, ticketId, news, view)) {
    socket.emit(`company-${companyId}-ticket`, { action: "delete", ticketId });
  }
  if (!view) {
    listener.chats.delete(ticketId);
    return;
  }
  if (!listensTo(listener, ticketId, view.status)) return;
  const ticket = ticketToWire(view);
  if (news.isChanged) socket.emit(`company-${companyId}-ticket`, { action: "update", ticket, ticketId });
  if (seen.readNow.has(ticketId)) socket.emit(`company-${companyId}-ticket`, { action: "updateUnread", ticketId });
  const names = { contactName: view.contact.name, queues: seen.queues };
  const contact = seen.contacts.get(view.contactId);
  for (const row of seen.rows.get(ticketId) ?? []) {
    const message = messageToWire(row, names, context.addressOf(listener), seen.unread.has(row.id));
    const isNew = isMadeNow(
      context.first,
      changeKey({ collection: "threads", docId: ticketId, partId: row.id }),
      row.receivedAt,
    );
    if (isNew) {
      const shown = contact ? contactToWire(contact) : ticket.contact;
      socket.emit(`company-${companyId}-appMessage`, { action: "create", message, ticket, contact: shown });
    } else if (listener.chats.has(ticketId)) {
      socket.emit(`company-${companyId}-appMessage`, { action: "update", message });
    }
  }
}

/**
 * Returns whether the ticket left the list in which the listener had it: by status, assignee, visibility or deletion.
 */
function mustLetGo(listener: Listener, ticketId: string, news: TicketNews, view: TicketView | undefined): boolean {
  return news.scopes.some((scope) => {
    if (!knewTicket(listener, ticketId, scope)) return false;
    if (!view) return listensTo(listener, ticketId, scope.status);
    const hasMoved = scope.status !== view.status || scope.userId !== view.userId;
    return hasMoved && listener.statuses.has(scope.status);
  });
}
