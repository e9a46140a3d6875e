import { and, eq } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { canChangeQuickMessage, canReadQuickMessage } from "./policy.ts";

const { quickMessages, files } = schema;

export type QuickMessageRow = typeof quickMessages.$inferSelect;

export const one = (ctx: Pick<Context, "companyId">, id: string) =>
  and(eq(quickMessages.companyId, ctx.companyId), eq(quickMessages.id, id));

/** Returns a message that the actor may read, with its picture's name. */
export async function requireQuickMessage(
  ctx: Context,
  id: string,
): Promise<QuickMessageRow & { fileName: string | null }> {
  const [found] = await ctx.db
    .select({ row: quickMessages, fileName: files.name })
    .from(quickMessages)
    .leftJoin(files, and(eq(files.companyId, quickMessages.companyId), eq(files.id, quickMessages.fileId)))
    .where(one(ctx, id));
  if (!found || !canReadQuickMessage(ctx.actor, found.row)) throw new DomainError("ERR_NO_QUICK_MESSAGE_FOUND", { id });
  return { ...found.row, fileName: found.fileName };
}

/** Returns a message that the actor may change. */
export async function requireChangeableQuickMessage(ctx: Context, id: string): Promise<QuickMessageRow> {
  return changeable(ctx, id, await ctx.db.select().from(quickMessages).where(one(ctx, id)));
}

/** The same, locked until the transaction ends. */
export async function lockQuickMessage(ctx: Context, id: string): Promise<QuickMessageRow> {
  return changeable(ctx, id, await ctx.db.select().from(quickMessages).where(one(ctx, id)).for("no key update"));
}

function changeable(ctx: Context, id: string, [row]: readonly QuickMessageRow[]): QuickMessageRow {
  if (!row || !canReadQuickMessage(ctx.actor, row)) throw new DomainError("ERR_NO_QUICK_MESSAGE_FOUND", { id });
  if (!canChangeQuickMessage(ctx.actor, row)) throw new DomainError("ERR_NO_PERMISSION", { id });
  return row;
}
