import { uuidv7 } from "uuidv7";
import type { NewQuickMessage } from "../../../contracts/desk/quick-messages.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import { requirePicture } from "../files/index.ts";
import { lockQuickMessage, type QuickMessageRow } from "./require-quick-message.ts";

/** Creates a quick message: the actor's own, or a general one with the right to manage them. Idempotent by id. */
export async function createQuickMessage(ctx: Context, wanted: NewQuickMessage): Promise<QuickMessageRow> {
  const { id = uuidv7(), ...content } = wanted;
  if (content.isGeneral) requirePermission(ctx, "manageQuickMessages", { id });
  if (content.fileId) await requirePicture(ctx, content.fileId);
  const [made] = await ctx.db
    .insert(schema.quickMessages)
    .values({
      ...content,
      companyId: ctx.companyId,
      id,
      userId: ctx.actor.id,
      updatedBy: ctx.actor.id,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .onConflictDoNothing()
    .returning();
  return made ?? lockQuickMessage(ctx, id);
}
