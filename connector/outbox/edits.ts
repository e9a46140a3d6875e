import { nextEdits, type OutgoingEdit, postponeEdit, refuseEdit, resumeEdits } from "../../domain/desk/outbox/index.ts";
import type { ChannelMessaging } from "../channel.ts";
import { type FollowUpParts, FollowUps } from "./follow-ups.ts";

export type EditParts = FollowUpParts & { channel: Pick<ChannelMessaging, "edit"> };

/** Edits of our messages on their way to the channel. */
export class Edits extends FollowUps<OutgoingEdit> {
  constructor(parts: EditParts) {
    const { channel, transactions, lease } = parts;
    super(parts, {
      name: "edit",
      next: nextEdits,
      postpone: postponeEdit,
      resume: resumeEdits,
      async send(edit, editId) {
        const { chatKey, providerId, body, isTooLate } = edit;
        if (isTooLate || !channel.edit) {
          await transactions.runAndNumber(lease.companyId, (ctx) => refuseEdit(ctx, edit));
          return "refused";
        }
        await channel.edit({ chatKey, providerId, body, editId });
        return "sent";
      },
    });
  }
}
