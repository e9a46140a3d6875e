import { and, asc, eq, inArray, or } from "drizzle-orm";
import { can } from "../../../contracts/account/permissions.ts";
import type { QuickMessageDocument } from "../../../contracts/desk/quick-messages.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";

const { quickMessages, files } = schema;

export type QuickMessageContent = Omit<QuickMessageDocument, "rev">;

/** Lists the messages to answer with: the general ones and the actor's own. */
export async function listQuickMessages(ctx: Context): Promise<QuickMessageContent[]> {
  const readable = await quickMessageDocuments(ctx);
  return readable.filter(({ isGeneral, userId }) => isGeneral || userId === ctx.actor.id);
}

/** Returns the given messages, or all, that the actor may read: users who manage them read everybody's. */
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
        can.manageQuickMessages(ctx.actor.profile)
          ? undefined
          : or(eq(quickMessages.isGeneral, true), eq(quickMessages.userId, ctx.actor.id)),
        ids ? inArray(quickMessages.id, [...ids]) : undefined,
      ),
    )
    .orderBy(asc(quickMessages.shortcode), asc(quickMessages.id));
}
