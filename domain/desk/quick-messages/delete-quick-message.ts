import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { lockQuickMessage, one } from "./require-quick-message.ts";

export async function deleteQuickMessage(ctx: Context, id: string): Promise<void> {
  await lockQuickMessage(ctx, id);
  await ctx.db.delete(schema.quickMessages).where(one(ctx, id));
}
