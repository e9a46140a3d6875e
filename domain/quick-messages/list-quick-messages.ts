import { and, asc, eq, inArray, or } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { QuickMessageDocument } from "../../sync/contracts/quick-messages.ts";
import type { Context } from "../context.ts";

const { quickMessages, files } = schema;

export type QuickMessageContent = Omit<QuickMessageDocument, "rev">;

/** The general ones and the actor's own. */
export function listQuickMessages(ctx: Context): Promise<QuickMessageContent[]> {
  return quickMessageDocuments(ctx);
}

/** Of the given ones, or of all, those that are for the actor. */
export function quickMessageDocuments(ctx: Context, ids?: readonly string[]): Promise<QuickMessageContent[]> {
  return ctx.db
    .select({
      id: quickMessages.id,
      shortcode: quickMessages.shortcode,
      message: quickMessages.message,
      isGeneral: quickMessages.isGeneral,
      userId: quickMessages.userId,
      fileId: quickMessages.fileId,
      fileName: files.name,
    })
    .from(quickMessages)
    .leftJoin(files, and(eq(files.companyId, quickMessages.companyId), eq(files.id, quickMessages.fileId)))
    .where(
      and(
        eq(quickMessages.companyId, ctx.companyId),
        or(eq(quickMessages.isGeneral, true), eq(quickMessages.userId, ctx.actor.id)),
        ids ? inArray(quickMessages.id, [...ids]) : undefined,
      ),
    )
    .orderBy(asc(quickMessages.shortcode), asc(quickMessages.id));
}
