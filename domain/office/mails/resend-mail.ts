import type { Context } from "../../ground/context.ts";
import { changeRecipients, toBeSent } from "./change-recipients.ts";
import { lockMail } from "./require-mail.ts";

/** Sends a mail again to its failed recipients, or to some of them. */
export async function resendMail(ctx: Context, id: string, ids?: readonly string[]): Promise<{ count: number }> {
  await lockMail(ctx, id);
  return { count: await changeRecipients(ctx, id, { from: "failed", set: toBeSent(ctx.now), ids }) };
}
