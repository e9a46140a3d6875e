import type { MessageMedia, MessageRow } from "../../../contracts/desk/messages.ts";
import type { Actor, Context } from "../../ground/context.ts";
import { isHiddenFrom } from "../tickets/index.ts";
import { type MessageFound, selectMessages } from "./select-messages.ts";

/**
 * Returns messages of tickets that the actor may see, in wire form and in the order of `ids`; those of other queues
 * without their text.
 */
export async function messageRows(ctx: Context, ids: readonly string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return [];
  const byId = new Map(
    (await selectMessages(ctx, ids)).map((found) => [found.message.id, toMessageRow(ctx.actor, found)]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const instant = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Returns a message in wire form; one of another queue without its text. */
export function toMessageRow(
  actor: Actor,
  { message, ticket, quoted, quotedUser, campaign }: MessageFound,
): MessageRow {
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
  if (isHiddenFrom(actor, message, ticket)) {
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
      body: isQuoteHidden(actor, quoted, message.ticketId) ? "" : quoted.body,
      fromMe: quoted.fromMe,
      mediaType: quoted.mediaType,
      // Not the contact's own name, which may change and is known where the quote is shown.
      author: (quoted.fromMe ? quotedUser : quoted.author) ?? "",
    },
    reactions: message.reactions.map(({ emoji, fromMe }) => ({ emoji, fromMe })),
    hidden: false,
  };
}

/** A quoted message of the same ticket is readable like its quote; one of an earlier ticket only by its queue. */
function isQuoteHidden(actor: Actor, quoted: { ticketId: string; queueId: string | null }, ticketId: string): boolean {
  return quoted.ticketId !== ticketId && isHiddenFrom(actor, quoted, { queueId: quoted.queueId, userId: null });
}

function mediaOf(message: MessageFound["message"]): MessageMedia | null {
  if (!message.mediaState) return null;
  return {
    fileId: message.fileId,
    name: message.mediaName ?? "",
    mimetype: message.mediaMimetype ?? "application/octet-stream",
    size: message.mediaSize ?? 0,
    seconds: message.mediaSeconds,
    waveform: message.waveform,
    state: message.mediaState,
    ...(message.mediaError && { error: message.mediaError }),
  };
}
