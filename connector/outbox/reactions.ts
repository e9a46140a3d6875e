import { nextReactions, type OutgoingReaction, postponeReaction, resumeReactions } from "../../domain/outbox/index.ts";
import type { ChannelMessaging } from "../channel.ts";
import { type TurnParts, Turns } from "./follow-ups.ts";

export type ReactionParts = TurnParts & { channel: Pick<ChannelMessaging, "react"> };

/** Our reactions on their way to the channel. */
export class Reactions extends Turns<OutgoingReaction> {
  constructor(parts: ReactionParts) {
    super(parts, {
      name: "react",
      next: nextReactions,
      postpone: postponeReaction,
      resume: resumeReactions,
      async tell({ messageId: _message, turn: _turn, ...reaction }, reactionId) {
        await parts.channel.react({ ...reaction, reactionId });
        return "told";
      },
    });
  }
}
