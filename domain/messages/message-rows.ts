import { and, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { isAnyOf, schema } from "../../db/index.ts";
import type { MessageMedia, MessageRow } from "../../sync/contracts/messages.ts";
import type { Context } from "../context.ts";
import type { MessageRowDb } from "../outbox/index.ts";
import { isHiddenFrom, visibleTickets } from "../tickets/index.ts";

const { campaigns, messages, tickets, users } = schema;
const quoted = alias(messages, "quoted");
const quotedUsers = alias(users, "quoted_users");

/**
 * Returns messages of tickets that the actor may see, in wire form and in the order of `ids`; those of other queues
 * without their text.
 */
export function messageRows(ctx: Context, ids: readonly string[]): Promise<MessageRow[]> {
  return loadRows(ctx, ids, { onlyVisibleTickets: true });
}

/**
 * `onlyVisibleTickets: false` is for earlier tickets of a conversation, of which hidden messages are shown as
 * existing.
 */
export async function loadRows(
  ctx: Context,
  ids: readonly string[],
  { onlyVisibleTickets }: { onlyVisibleTickets: boolean },
): Promise<MessageRow[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .select({
      message: messages,
      ticket: { queueId: tickets.queueId, userId: tickets.userId },
      quoted: {
        id: quoted.id,
        body: quoted.body,
        fromMe: quoted.fromMe,
        mediaType: quoted.mediaType,
        queueId: quoted.queueId,
        author: quoted.author,
      },
      quotedUser: quotedUsers.name,
      campaign: { id: campaigns.id, name: campaigns.name },
    })
    .from(messages)
    .innerJoin(tickets, and(eq(tickets.companyId, messages.companyId), eq(tickets.id, messages.ticketId)))
    .leftJoin(quoted, and(eq(quoted.companyId, messages.companyId), eq(quoted.id, messages.quotedId)))
    .leftJoin(quotedUsers, and(eq(quotedUsers.companyId, quoted.companyId), eq(quotedUsers.id, quoted.userId)))
    .leftJoin(campaigns, and(eq(campaigns.companyId, messages.companyId), eq(campaigns.id, messages.campaignId)))
    .where(
      and(
        eq(messages.companyId, ctx.companyId),
        isAnyOf(messages.id, ids),
        onlyVisibleTickets ? visibleTickets(ctx.actor) : undefined,
      ),
    );
  const byId = new Map(rows.map((row) => [row.message.id, toRow(ctx, row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

type Loaded = {
  message: MessageRowDb;
  ticket: { queueId: string | null; userId: string | null };
  quoted: Pick<MessageRowDb, "id" | "body" | "fromMe" | "mediaType" | "queueId" | "author"> | null;
  quotedUser: string | null;
  campaign: { id: string; name: string } | null;
};

const instant = (date: Date | null): string | null => date?.toISOString() ?? null;

function toRow(ctx: Context, { message, ticket, quoted, quotedUser, campaign }: Loaded): MessageRow {
  const place = {
    id: message.id,
    ticketId: message.ticketId,
    queueId: message.queueId,
    fromMe: message.fromMe,
    ack: message.ack,
    errorCode: message.errorCode,
    life: {
      server: instant(message.receivedAt),
      accepted: instant(message.acceptedAt),
      delivered: instant(message.deliveredAt),
      read: instant(message.readAt),
      played: instant(message.playedAt),
    },
    isDeleted: message.isDeleted,
    editedAt: instant(message.editedAt),
    isLate: message.isLate,
    createdAt: message.createdAt.toISOString(),
    receivedAt: message.receivedAt.toISOString(),
    seq: message.seq,
  };
  if (isHiddenFrom(ctx.actor, message, ticket)) {
    const nothing = { userId: null, origin: null, author: null, body: "", media: null, quoted: null, reactions: [] };
    return { ...place, ...nothing, mediaType: "chat", hidden: true };
  }
  return {
    ...place,
    userId: message.userId,
    origin: message.origin,
    ...(campaign && { campaign }),
    author: message.author,
    body: message.body,
    mediaType: message.mediaType,
    media: mediaOf(message),
    quoted: quoted && {
      id: quoted.id,
      body: isHiddenFrom(ctx.actor, quoted, ticket) ? "" : quoted.body,
      fromMe: quoted.fromMe,
      mediaType: quoted.mediaType,
      // Not the contact's own name, which may change and is known where the quote is shown.
      author: (quoted.fromMe ? quotedUser : quoted.author) ?? "",
    },
    reactions: message.reactions.map(({ emoji, fromMe }) => ({ emoji, fromMe })),
    hidden: false,
  };
}

function mediaOf(message: MessageRowDb): MessageMedia | null {
  if (!message.mediaState) return null;
  return {
    fileId: message.fileId,
    name: message.mediaName ?? "",
    mimetype: message.mediaMimetype ?? "application/octet-stream",
    size: message.mediaSize ?? 0,
    seconds: message.mediaSeconds,
    waveform: message.waveform,
    state: message.mediaState,
  };
}
