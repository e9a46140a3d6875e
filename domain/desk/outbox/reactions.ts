import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { type FollowUpVersion, followUpsOf } from "./follow-ups.ts";

const { messages } = schema;

export type ReactionFollowUp = FollowUpVersion;
const turns = followUpsOf("reaction");
export const { postpone: postponeReaction, resume: resumeReactions } = turns;

export type OutgoingReaction = {
  messageId: string;
  turn: number;
  chatKey: string;
  providerId: string;
  fromMe: boolean;
  /** The author of the message, in a group. */
  author: string | null;
  /** '' removes it. */
  emoji: string;
};

/** Returns our reactions that the channel does not have yet, to messages that it has. */
export async function nextReactions(ctx: DeskContext, connectionId: string): Promise<OutgoingReaction[]> {
  const rows = await turns.dueOf(ctx, connectionId);
  return rows.flatMap(({ id, chatKey, providerId, reactionTurn, fromMe, author, reactions }) => {
    if (!chatKey || !providerId) return [];
    const emoji = reactions.find((reaction) => reaction.by === "me")?.emoji ?? "";
    return [{ messageId: id, turn: reactionTurn, chatKey, providerId, fromMe, author, emoji }];
  });
}

/** The channel has the reaction, or has finally refused it. */
export async function markReacted(ctx: DeskContext, reaction: ReactionFollowUp): Promise<void> {
  await ctx.db.update(messages).set({ reactionAfter: null }).where(turns.ofVersion(ctx, reaction));
}
