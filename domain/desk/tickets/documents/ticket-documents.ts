import { sortKeyOf, type TicketDocument, ticketFields, ticketTimes } from "../../../../contracts/desk/tickets.ts";
import { pick } from "../../../../contracts/pick.ts";
import { searchable } from "../../../../contracts/search-text.ts";
import type { Actor, Context } from "../../../ground/context.ts";
import { canAnswer, canReopen } from "../policy.ts";
import { type ExtraInfo, selectTickets, type Tag, type TicketFound } from "./select-tickets.ts";
import { type Chosen, withIds } from "./ticket-conditions.ts";

/** A ticket's document without its revision, which the log has. */
export type TicketContent = Omit<TicketDocument, "rev">;
/** Fields that only devices need. */
type OfDevices = "lastWords" | "notes" | "sortKey" | "search";

/** A ticket with the names of its parts, for the HTTP interface. */
export type TicketView = Omit<TicketContent, OfDevices> & {
  user: { id: string; name: string } | null;
  queue: { id: string; name: string; color: string } | null;
  connection: { id: string; name: string } | null;
  contact: { id: string; name: string; number: string; email: string; profilePicUrl: string; disableBot: boolean };
  tags: Tag[];
  /** The file name of the last message. */
  lastMediaName: string | null;
};

export type TicketDetail = TicketView & { contact: TicketView["contact"] & { extraInfo: ExtraInfo[] } };

/** Returns the given tickets that the actor may see, newest first. */
export async function ticketViews(ctx: Context, ids: readonly string[]): Promise<TicketView[]> {
  return ids.length > 0 ? viewsWhere(ctx, withIds(ids)) : [];
}

/** Returns the tickets that meet all conditions and that the actor may see, newest first. */
export async function viewsWhere(
  ctx: Context,
  chosen: Chosen,
  page: { limit?: number; offset?: number } = {},
): Promise<TicketView[]> {
  const rows = await selectTickets(ctx, chosen, page);
  return rows.map((row) => toView(ctx.actor, row));
}

/** Returns a ticket with its contact's extra fields; undefined when the actor may not see it. */
export async function findTicketDetail(ctx: Context, id: string): Promise<TicketDetail | undefined> {
  const [row] = await selectTickets(ctx, withIds([id]), { hasFields: true });
  if (!row) return undefined;
  const view = toView(ctx.actor, row);
  return { ...view, contact: { ...view.contact, extraInfo: row.extraInfo } };
}

/** Returns the documents of the given tickets that the actor may see. */
export async function ticketDocuments(ctx: Context, ids: readonly string[]): Promise<TicketContent[]> {
  if (ids.length === 0) return [];
  const rows = await selectTickets(ctx, withIds(ids), { isDocument: true });
  return rows.map((row) => ticketDocument(ctx.actor, row));
}

function toView(actor: Actor, row: TicketFound): TicketView {
  const { user, queue, connection, contact, tags, lastMediaName } = row;
  const ofConnection = connection && { id: connection.id, name: connection.name };
  return { ...toContent(actor, row), user, queue, connection: ofConnection, contact, tags, lastMediaName };
}

/** Returns the document of a ticket that the actor may see. */
export function ticketDocument(actor: Actor, row: TicketFound): TicketContent {
  const { ticket, contact, lastWords, notes } = row;
  return {
    ...toContent(actor, row),
    lastWords,
    notes,
    sortKey: sortKeyOf(ticket.lastMessageAt),
    search: searchable(contact.name, contact.number),
  };
}

function toContent(
  actor: Actor,
  { ticket, contact, connection, last, reacted, tags }: TicketFound,
): Omit<TicketContent, OfDevices> {
  return {
    ...pick(ticket, ticketFields),
    ...timesOf(ticket),
    chatbot: ticket.isBot,
    connectionId: ticket.connectionId,
    contactName: contact.name,
    contactNumber: contact.number,
    contactPicture: contact.profilePicUrl,
    channel: connection?.channel ?? "whatsapp",
    tagIds: tags.map((tag) => tag.id),
    lastMessage: last,
    lastReaction: reacted && lastReactionOf(reacted),
    canAnswer: canAnswer(actor, ticket),
    canReopen: canReopen(actor, ticket),
  };
}

type Times = Pick<TicketFound["ticket"], (typeof ticketTimes)[number]>;
type Written<T> = { [Key in keyof T]: T[Key] extends Date ? string : string | null };

const timesOf = (ticket: Times) =>
  Object.fromEntries(ticketTimes.map((name) => [name, ticket[name]?.toISOString() ?? null])) as Written<Times>;

function lastReactionOf({
  messageId,
  body,
  mediaType,
  reactions,
}: NonNullable<TicketFound["reacted"]>): TicketDocument["lastReaction"] {
  const [newest] = reactions.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return newest ? { messageId, emoji: newest.emoji, fromMe: newest.fromMe, body, mediaType } : null;
}
