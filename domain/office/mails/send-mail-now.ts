import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { changeRecipients } from "./change-recipients.ts";
import { lockMail, one } from "./require-mail.ts";

const { mails } = schema;

/** Sends a scheduled mail now. */
export async function sendMailNow(ctx: Context, id: string): Promise<{ count: number }> {
  await lockMail(ctx, id);
  await ctx.db.update(mails).set({ sendAt: ctx.now, updatedAt: ctx.now }).where(one(ctx, id));
  return { count: await changeRecipients(ctx, id, { from: "waiting", set: { dueAt: ctx.now } }) };
}
