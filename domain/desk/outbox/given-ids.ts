import { and, asc, eq, gt, inArray, like, sql } from "drizzle-orm";
import type { MediaType } from "../../../contracts/desk/messages.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { riseToMarks } from "./chat-marks.ts";

const { messages } = schema;

/**
 * Some channels assign a message id only on acceptance. Until then the message has an id of ours, and whether the
 * channel has it may be unknown: the answer was lost, or we stopped before it came.
 */
const UNNAMED = "desk ";
export const unnamedId = (messageId: string): string => `${UNNAMED}${messageId}`;

export type Seen = {
  connectionId: string;
  chatKey: string;
  /** The channel's id. */
  givenId: string;
  /** Our own id, if the channel transports it. */
  messageId?: string;
  body: string;
  kind: MediaType;
  at: Date;
  /** Sent by this program or by another one; null: the channel does not say. */
  isOurs: boolean | null;
};

/**
 * Matches a message that the channel shows on our side of a chat with a pending one, and marks it as arrived. Returns
 * false when it is not ours.
 */
export async function recogniseSent(ctx: DeskContext, seen: Seen): Promise<boolean> {
  const { connectionId, givenId, at } = seen;
  const ofChannel = and(eq(messages.companyId, ctx.companyId), eq(messages.connectionId, connectionId));
  const [known] = await ctx.db
    .update(messages)
    // The channel's own time: read marks refer to it.
    .set({ acceptedAt: at })
    .where(and(ofChannel, eq(messages.providerId, givenId), eq(messages.fromMe, true)))
    .returning({ id: messages.id });
  if (known) {
    await riseToMarks(ctx, seen);
    return true;
  }
  const id = await pendingAs(ctx, seen);
  if (!id) return false;
  await ctx.db
    .update(messages)
    .set({
      providerId: givenId,
      chatKey: seen.chatKey,
      ack: sql`greatest(${messages.ack}, 1)`,
      acceptedAt: at,
      errorCode: null,
      sendAfter: null,
    })
    .where(and(eq(messages.companyId, ctx.companyId), eq(messages.id, id)));
  await riseToMarks(ctx, seen);
  return true;
}

/** By our id; else the first with the same content; else, if it must be ours, the first. */
async function pendingAs(ctx: DeskContext, seen: Seen): Promise<string | undefined> {
  const waiting = await ctx.db
    .select({ id: messages.id, body: messages.body, kind: messages.mediaType })
    .from(messages)
    .where(
      and(
        eq(messages.companyId, ctx.companyId),
        eq(messages.connectionId, seen.connectionId),
        eq(messages.chatKey, seen.chatKey),
        like(messages.providerId, `${UNNAMED}%`),
        gt(messages.sendTries, 0),
      ),
    )
    .orderBy(asc(messages.createdAt), asc(messages.seq), asc(messages.id))
    .for("no key update");
  const named = waiting.find(({ id }) => id === seen.messageId);
  if (named || seen.isOurs === false) return named?.id;
  const same = waiting.find((one) => isSameContent(one, seen));
  return (same ?? (seen.isOurs && !seen.messageId ? waiting[0] : undefined))?.id;
}

type Content = { body: string; kind: MediaType };
const plain = (text: string) => text.normalize("NFC").replaceAll(/\s+/g, " ").trim();

/** Channels normalise texts, and classify sounds and documents by their own rules. */
export function isSameContent(ours: Content, theirs: Content): boolean {
  if (ours.kind === "chat" || theirs.kind === "chat")
    return ours.kind === theirs.kind && plain(ours.body) === plain(theirs.body);
  return ours.kind === theirs.kind;
}

/** Returns which of these channel ids belong to stored messages. */
export async function knownToChannel(
  ctx: DeskContext,
  connectionId: string,
  givenIds: readonly string[],
): Promise<Set<string>> {
  if (givenIds.length === 0) return new Set();
  const rows = await ctx.db
    .select({ id: messages.providerId })
    .from(messages)
    .where(
      and(
        eq(messages.companyId, ctx.companyId),
        eq(messages.connectionId, connectionId),
        inArray(messages.providerId, [...givenIds]),
      ),
    );
  return new Set(rows.flatMap(({ id }) => id ?? []));
}

/** Returns the channel's id of one of our messages; null while it is unknown. */
export async function givenIdOf(ctx: DeskContext, messageId: string): Promise<string | null> {
  const [message] = await ctx.db
    .select({ providerId: messages.providerId })
    .from(messages)
    .where(and(eq(messages.companyId, ctx.companyId), eq(messages.id, messageId)));
  const name = message?.providerId ?? null;
  return name === null || name.startsWith(UNNAMED) ? null : name;
}
