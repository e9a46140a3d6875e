import type { QuickMessageChange } from "../../../contracts/desk/quick-messages.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { findConflictingRev } from "../../ground/edit-conflict.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import { requirePicture } from "../files/index.ts";
import { lockQuickMessage, one, type QuickMessageRow, requireQuickMessage } from "./require-quick-message.ts";

const { quickMessages } = schema;

/** `baseRev`: the revision that the user edited; a later edit by someone else is a conflict that the user decides. */
export async function updateQuickMessage(
  ctx: Context,
  id: string,
  change: QuickMessageChange,
  { baseRev }: { baseRev?: number } = {},
): Promise<QuickMessageRow> {
  const present = await lockQuickMessage(ctx, id);
  const isGeneral = change.isGeneral ?? present.isGeneral;
  if (isGeneral !== present.isGeneral) requirePermission(ctx, "manageQuickMessages", { id });
  if (baseRev !== undefined && present.updatedBy !== ctx.actor.id) await refuseConflict(ctx, id, baseRev);
  if (change.fileId && change.fileId !== present.fileId) await requirePicture(ctx, change.fileId);
  const [changed] = await ctx.db
    .update(quickMessages)
    .set({ ...change, updatedBy: ctx.actor.id, updatedAt: ctx.now })
    .where(one(ctx, id))
    .returning();
  return changed ?? present;
}

/** Refuses if another user edited it last and the editor has not seen that. */
async function refuseConflict(ctx: Context, id: string, baseRev: number): Promise<void> {
  const rev = await findConflictingRev(ctx, { collection: "quickMessages", docId: id }, baseRev);
  if (rev === null) return;
  const { shortcode, message, isGeneral } = await requireQuickMessage(ctx, id);
  throw new DomainError("ERR_EDIT_CONFLICT", { quickMessage: { shortcode, message, isGeneral, rev } });
}
