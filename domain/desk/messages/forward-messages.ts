import { and, eq, ne } from "drizzle-orm";
import { can } from "../../../contracts/account/permissions.ts";
import { derivedId, type MediaType, type NewForward } from "../../../contracts/desk/messages.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { isAnyOf, schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { type ContactRow, lockContact } from "../contacts/index.ts";
import type { MessageRowDb } from "../outbox/index.ts";
import { createTicket, readableMessages, type TicketRow, visibleTickets } from "../tickets/index.ts";
import { sendMessage } from "./send-message.ts";

const { messages, tickets } = schema;

type Source = { message: MessageRowDb; ticket: TicketRow };

/**
 * Forwards messages to contacts, to each all of them in order, as new outgoing messages: in the contact's ticket on
 * the connection they came by, or in a new one. All or none. Files are shared, not copied. Returns the tickets.
 */
export async function forwardMessages(ctx: Context, id: string, wanted: NewForward): Promise<string[]> {
  const sources = await requireForwardable(ctx, wanted.messageIds);
  const ticketIds: string[] = [];
  for (const [contact, contactId] of await lockContacts(ctx, wanted.contactIds)) {
    const target = await ticketFor(ctx, derivedId(id, contactId), contact, sources, wanted.queueId);
    for (const { message } of sources) {
      await sendMessage(
        ctx,
        { id: derivedId(id, contactId, message.id), ticketId: target.id, body: message.body },
        message,
      );
    }
    ticketIds.push(target.id);
  }
  return ticketIds;
}

/** Each once, with the ids that named it: two ids may be one merged contact. */
async function lockContacts(ctx: Context, ids: readonly string[]): Promise<[ContactRow, string][]> {
  const locked = new Map<string, [ContactRow, string]>();
  for (const id of [...ids].sort().reverse()) {
    const contact = await lockContact(ctx, id);
    if (!locked.has(contact.id)) locked.set(contact.id, [contact, id]);
  }
  return [...locked.values()];
}

async function requireForwardable(ctx: Context, ids: readonly string[]): Promise<[Source, ...Source[]]> {
  const found = await ctx.db
    .select({ message: messages, ticket: tickets })
    .from(messages)
    .innerJoin(tickets, and(eq(tickets.companyId, messages.companyId), eq(tickets.id, messages.ticketId)))
    .where(
      and(
        eq(messages.companyId, ctx.companyId),
        isAnyOf(messages.id, ids),
        visibleTickets(ctx.actor),
        readableMessages(ctx.actor),
      ),
    );
  const byId = new Map(found.map((source) => [source.message.id, source]));
  const sources = ids.map((id) => {
    const source = byId.get(id);
    if (!source) throw new DomainError("ERR_NO_MESSAGE_FOUND", { id });
    if (!isForwardable(source.message)) throw new DomainError("ERR_MESSAGE_NOT_FORWARDABLE", { id });
    return source;
  });
  const [first, ...others] = sources;
  if (!first) throw new DomainError("ERR_MESSAGE_EMPTY");
  return [first, ...others];
}

/** Kinds whose whole content is the body. */
const written: ReadonlySet<MediaType> = new Set(["chat", "vcard", "contactMessage", "locationMessage"]);

function isForwardable({ isDeleted, mediaType, mediaState, fileId, body }: MessageRowDb): boolean {
  if (isDeleted) return false;
  if (written.has(mediaType)) return body.trim() !== "";
  return fileId !== null && mediaState === "ready";
}

/** Returns the contact's unclosed ticket if the actor may see it; otherwise creates one, with its checks. */
async function ticketFor(
  ctx: Context,
  id: string,
  contact: ContactRow,
  [{ message, ticket: from }]: [Source, ...Source[]],
  queueId: string | null,
): Promise<TicketRow> {
  const connectionId = message.connectionId ?? from.connectionId;
  const [open] = connectionId
    ? await ctx.db
        .select()
        .from(tickets)
        .where(
          and(
            eq(tickets.companyId, ctx.companyId),
            eq(tickets.contactId, contact.id),
            eq(tickets.connectionId, connectionId),
            ne(tickets.status, "closed"),
            visibleTickets(ctx.actor),
          ),
        )
    : [];
  if (open) return open;
  const { actor } = ctx;
  const sameQueue = from.queueId && (can.workInAllQueues(actor.profile) || actor.queueIds.includes(from.queueId));
  return createTicket(ctx, {
    id,
    contactId: contact.id,
    connectionId,
    queueId: queueId ?? (sameQueue ? from.queueId : null),
  });
}
