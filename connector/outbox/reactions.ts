import {
  nextReactions,
  type OutgoingReaction,
  postponeReaction,
  resumeReactions,
} from "../../domain/desk/outbox/index.ts";
import type { ChannelMessaging } from "../channel.ts";
import { type FollowUpParts, FollowUps } from "./follow-ups.ts";

export type ReactionParts = FollowUpParts & { channel: Pick<ChannelMessaging, "react"> };

/** Our reactions on their way to the channel. */
export class Reactions extends FollowUps<OutgoingReaction> {
  constructor(parts: ReactionParts) {
    super(parts, {
      name: "react",
      next: nextReactions,
      postpone: postponeReaction,
      resume: resumeReactions,
      async send({ messageId: _message, turn: _turn, ...reaction }, reactionId) {
        await parts.channel.react({ ...reaction, reactionId });
        return "sent";
      },
    });
  }
}
