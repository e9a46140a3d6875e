import { and, desc, eq, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { schema } from "../../../../db/index.ts";
import type { DeskContext } from "../../../ground/context.ts";
import type { MessageRowDb } from "../../outbox/index.ts";
import { cutChangeToLimits } from "../cut-to-limits.ts";
import { OURS, showReaction } from "../react-to-message.ts";
import type { IncomingChange } from "./incoming.ts";

const { messages, messageVersions, earlyChanges, tickets } = schema;

/**
 * Applies an edit, a deletion or a reaction from the channel. Only a message's author may edit or delete it; anyone
 * may react. Null: the message is not stored yet, and the change is kept until it is.
 */
export async function applyIncomingChange(
  ctx: DeskContext,
  received: IncomingChange,
): Promise<{ messageId: string | null }> {
  const change = cutChangeToLimits(received);
  const ticket = change.type === "reaction" ? await lockTicketOf(ctx, change) : undefined;
  const message = await findTarget(ctx, change);
  if (message) {
    await applyTo(ctx, message, change, ticket);
    return { messageId: message.id };
  }
  await ctx.db.insert(earlyChanges).values({
    companyId: ctx.companyId,
    id: uuidv7(),
    connectionId: change.connectionId,
    targetProviderId: change.targetProviderId,
    change: { ...change, at: change.at.toISOString() },
    createdAt: ctx.now,
  });
  return { messageId: null };
}

/** Applies the changes that arrived before their message, in their order. */
export async function applyEarlyChanges(ctx: DeskContext, connectionId: string, providerId: string): Promise<void> {
  const waiting = await ctx.db
    .delete(earlyChanges)
    .where(
      and(
        eq(earlyChanges.companyId, ctx.companyId),
        eq(earlyChanges.connectionId, connectionId),
        eq(earlyChanges.targetProviderId, providerId),
      ),
    )
    .returning({ id: earlyChanges.id, change: earlyChanges.change });
  // The channel's times are whole seconds: within one second, changes apply in order of arrival.
  const inOrder = waiting.sort((a, b) => (a.id < b.id ? -1 : 1));
  const changes = inOrder.map(({ change }) => ({ ...change, at: new Date(String(change.at)) }) as IncomingChange);
  for (const change of changes.sort((a, b) => a.at.getTime() - b.at.getTime())) {
    const ticket = change.type === "reaction" ? await lockTicketOf(ctx, change) : undefined;
    const message = await findTarget(ctx, change);
    // Otherwise the change is by someone who may not change this message.
    if (message) await applyTo(ctx, message, change, ticket);
  }
}

async function applyTo(
  ctx: DeskContext,
  message: MessageRowDb,
  change: IncomingChange,
  ticket: Shown | undefined,
): Promise<void> {
  if (change.type === "reaction") await react(ctx, message, change.emoji, change, ticket);
  else if (change.type === "edit") await edit(ctx, message, change.body, change);
  else await remove(ctx, message, change.at);
}

async function findTarget(ctx: DeskContext, change: IncomingChange): Promise<MessageRowDb | undefined> {
  const [target] = await ctx.db
    .select()
    .from(messages)
    .where(isTarget(ctx, change))
    .orderBy(desc(messages.createdAt))
    .limit(1)
    .for("no key update");
  return target;
}

const isTarget = (ctx: DeskContext, change: IncomingChange) =>
  and(
    eq(messages.companyId, ctx.companyId),
    eq(messages.connectionId, change.connectionId),
    eq(messages.providerId, change.targetProviderId),
    change.type === "reaction" ? undefined : eq(messages.fromMe, change.fromMe),
  );

type Shown = { id: string; lastReactionId: string | null; lastMessageAt: Date };

/** A reaction changes the ticket's row: the ticket is locked before the message, as everywhere. */
async function lockTicketOf(ctx: DeskContext, change: IncomingChange): Promise<Shown | undefined> {
  const ofTarget = ctx.db
    .select({ id: messages.ticketId })
    .from(messages)
    .where(isTarget(ctx, change))
    .orderBy(desc(messages.createdAt))
    .limit(1);
  const [ticket] = await ctx.db
    .select({ id: tickets.id, lastReactionId: tickets.lastReactionId, lastMessageAt: tickets.lastMessageAt })
    .from(tickets)
    .where(and(eq(tickets.companyId, ctx.companyId), eq(tickets.id, sql`(${ofTarget})`)))
    .for("no key update");
  return ticket;
}

async function update(ctx: DeskContext, id: string, set: Partial<MessageRowDb>): Promise<void> {
  await ctx.db
    .update(messages)
    .set(set)
    .where(and(eq(messages.companyId, ctx.companyId), eq(messages.id, id)));
}

async function keepVersion(ctx: DeskContext, message: MessageRowDb, cause: "edit" | "delete", at: Date): Promise<void> {
  const version = { companyId: ctx.companyId, id: uuidv7(), messageId: message.id, body: message.body, cause, at };
  await ctx.db.insert(messageVersions).values(version);
}

async function edit(ctx: DeskContext, message: MessageRowDb, body: string, change: IncomingChange): Promise<void> {
  const { at, isExact = false } = change;
  // Within one second of the channel the later arrival is the later change.
  const moment = isExact ? (date: Date) => date.getTime() : second;
  const isOlder = message.editedAt !== null && moment(message.editedAt) > moment(at);
  const isKnown = message.editedAt?.getTime() === at.getTime() && message.body === body;
  if (isOlder || isKnown || message.isDeleted) return;
  await keepVersion(ctx, message, "edit", at);
  // Edited on the phone: our own edit that the channel does not have yet is older and would revert it there.
  await update(ctx, message.id, { body, editedAt: at, editAfter: null, channelBody: null });
}

const second = (date: Date) => Math.floor(date.getTime() / 1_000);

/** The text is kept: agents see it struck through. */
async function remove(ctx: DeskContext, message: MessageRowDb, at: Date): Promise<void> {
  if (message.isDeleted) return;
  await keepVersion(ctx, message, "delete", at);
  await update(ctx, message.id, { isDeleted: true, editAfter: null, channelBody: null });
}

/** One reaction per person; '' removes it. */
async function react(
  ctx: DeskContext,
  message: MessageRowDb,
  emoji: string,
  change: IncomingChange,
  ticket: Shown | undefined,
): Promise<void> {
  const { lid, phone, facebook, instagram } = change.sender;
  const by = change.fromMe ? OURS : (lid ?? phone ?? facebook ?? instagram ?? "");
  const before = message.reactions.find((reaction) => reaction.by === by);
  if (before && (new Date(before.at) > change.at || before.emoji === emoji)) return;
  if (!before && !emoji) return;
  const others = message.reactions.filter((reaction) => reaction.by !== by);
  const at = change.at.toISOString();
  const reactions = emoji ? [...others, { emoji, fromMe: change.fromMe, by, at }] : others;
  // Reacted on the phone: our own reaction that the channel does not have yet is older and would revert it there.
  await update(ctx, message.id, { reactions, ...(change.fromMe && { reactionAfter: null }) });
  if (ticket && second(change.at) >= second(ticket.lastMessageAt)) await showReaction(ctx, ticket, message.id, emoji);
}
