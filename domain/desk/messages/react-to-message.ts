import type { NewReaction } from "../../../contracts/desk/messages.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";
import { type MessageRowDb, notifyOutbox } from "../outbox/index.ts";
import { changeRow } from "../ticket-rows/index.ts";
import { isHiddenFrom } from "../tickets/index.ts";
import { one, requireWritableMessage } from "./require-message.ts";

const { messages } = schema;

/** The author of the company's reaction: the channel knows the number, not the agents. */
export const OURS = "me";

/**
 * Sets the company's one reaction to a message; '' removes it. `reactionTurn` decides which one the channel gets
 * last; for an unsent message the reaction follows after sending.
 */
export async function reactToMessage(ctx: Context, { messageId, emoji }: NewReaction): Promise<MessageRowDb> {
  const { message, ticket } = await requireWritableMessage(ctx, messageId);
  if (isHiddenFrom(ctx.actor, message, ticket)) throw new DomainError("ERR_NO_MESSAGE_FOUND", { id: messageId });
  if (ticket.status === "closed") throw new DomainError("ERR_TICKET_CLOSED", { id: ticket.id });
  if (message.isDeleted || message.errorCode || !message.connectionId)
    throw new DomainError("ERR_MESSAGE_NOT_REACTABLE", { id: messageId });
  const ours = message.reactions.find(({ by }) => by === OURS);
  if ((ours?.emoji ?? "") === emoji) return message;
  const others = message.reactions.filter(({ by }) => by !== OURS);
  const reactions = emoji ? [...others, { emoji, fromMe: true, by: OURS, at: ctx.now.toISOString() }] : others;
  const [reacted] = await ctx.db
    .update(messages)
    .set({ reactions, reactionAfter: ctx.now, reactionTurn: message.reactionTurn + 1 })
    .where(one(ctx, messageId))
    .returning();
  await showReaction(ctx, ticket, messageId, emoji);
  await notifyOutbox(ctx, message.connectionId);
  return reacted ?? message;
}

/** Shows a reaction as the latest activity of the ticket; a removed one is not. The caller holds the ticket's lock. */
export async function showReaction(
  ctx: DeskContext,
  ticket: { id: string; lastReactionId: string | null },
  messageId: string,
  emoji: string,
): Promise<void> {
  const wasShown = ticket.lastReactionId === messageId;
  if (emoji ? wasShown : !wasShown) return;
  await changeRow(ctx, ticket.id, { lastReactionId: emoji ? messageId : null });
}
