import { schema } from "../../db/index.ts";
import type { Context } from "../context.ts";
import { one, requireChangeable } from "./require-quick-message.ts";

export async function deleteQuickMessage(ctx: Context, id: string): Promise<void> {
  await requireChangeable(ctx, id);
  await ctx.db.delete(schema.quickMessages).where(one(ctx, id));
}
