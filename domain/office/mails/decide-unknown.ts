import type { Context } from "../../ground/context.ts";
import { changeRecipients, toBeSent } from "./change-recipients.ts";
import { lockMail } from "./require-mail.ts";

export const unknownDecisions = ["arrived", "resend"] as const;
type Decision = { outcome: (typeof unknownDecisions)[number]; ids?: readonly string[] };

/** Records a person's decision about unknown recipients: the mail arrived, or it is sent again. */
export async function decideUnknown(ctx: Context, id: string, { outcome, ids }: Decision): Promise<{ count: number }> {
  await lockMail(ctx, id);
  const arrived = { state: "sent", sentAt: ctx.now, problem: null } as const;
  const set = outcome === "arrived" ? arrived : toBeSent(ctx.now);
  return { count: await changeRecipients(ctx, id, { from: "unknown", set, ids }) };
}
