import { nextEdits, type OutgoingEdit, postponeEdit, refuseEdit, resumeEdits } from "../../domain/outbox/index.ts";
import type { ChannelMessaging } from "../channel.ts";
import { type TurnParts, Turns } from "./follow-ups.ts";

export type EditParts = TurnParts & { channel: Pick<ChannelMessaging, "edit"> };

/** Edits of our messages on their way to the channel. */
export class Edits extends Turns<OutgoingEdit> {
  constructor(parts: EditParts) {
    const { channel, desk, lease } = parts;
    super(parts, {
      name: "edit",
      next: nextEdits,
      postpone: postponeEdit,
      resume: resumeEdits,
      async tell(edit, editId) {
        const { chatKey, providerId, body, isTooLate } = edit;
        if (isTooLate || !channel.edit) {
          await desk.act(lease.companyId, (ctx) => refuseEdit(ctx, edit));
          return "given up";
        }
        await channel.edit({ chatKey, providerId, body, editId });
        return "told";
      },
    });
  }
}
