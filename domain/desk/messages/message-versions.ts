import { and, asc, eq } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requireReadableMessage } from "./require-message.ts";

const { messageVersions } = schema;

export type MessageVersion = { id: string; body: string; cause: "edit" | "delete" | "refused"; at: string };

/** Lists the texts of a message before each edit and deletion, and texts of refused edits, oldest first. */
export async function listVersions(ctx: Context, messageId: string): Promise<MessageVersion[]> {
  await requireReadableMessage(ctx, messageId);
  const rows = await ctx.db
    .select()
    .from(messageVersions)
    .where(and(eq(messageVersions.companyId, ctx.companyId), eq(messageVersions.messageId, messageId)))
    .orderBy(asc(messageVersions.at), asc(messageVersions.id));
  return rows.map(({ id, body, cause, at }) => ({ id, body, cause, at: at.toISOString() }));
}
