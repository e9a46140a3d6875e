import {
  nextRevocations,
  postponeRevocation,
  type Revocation,
  resumeRevocations,
} from "../../domain/desk/outbox/index.ts";
import type { ChannelMessaging } from "../channel.ts";
import { type FollowUpParts, FollowUps } from "./follow-ups.ts";

export type RevocationParts = FollowUpParts & { channel: Pick<ChannelMessaging, "revoke"> };

/** Deletions for everyone on their way to the channel. */
export class Revocations extends FollowUps<Revocation> {
  constructor(parts: RevocationParts) {
    super(parts, {
      name: "revoke",
      next: nextRevocations,
      postpone: postponeRevocation,
      resume: resumeRevocations,
      async send({ chatKey, providerId }, revocationId) {
        await parts.channel.revoke({ chatKey, providerId, revocationId });
        return "sent";
      },
    });
  }
}
