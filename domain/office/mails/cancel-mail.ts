import type { Context } from "../../ground/context.ts";
import { changeRecipients } from "./change-recipients.ts";
import { lockMail } from "./require-mail.ts";

/** Cancels the recipients of a mail that are still waiting. Those that were sent stay sent. */
export async function cancelMail(ctx: Context, id: string): Promise<{ count: number }> {
  await lockMail(ctx, id);
  const set = { state: "cancelled", leaseId: null, leaseUntil: null } as const;
  return { count: await changeRecipients(ctx, id, { from: "waiting", set }) };
}
