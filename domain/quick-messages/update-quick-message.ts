import { and, desc, eq, gt, isNull, or } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { QuickMessageChange } from "../../sync/contracts/quick-messages.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../domain-error.ts";
import { requirePicture } from "../files/index.ts";
import { canManageQuickMessages } from "./policy.ts";
import { one, type QuickMessageRow, requireChangeable, requireQuickMessage } from "./require-quick-message.ts";

const { quickMessages, changes } = schema;

/** `baseRev`: the rev of the document that was edited; a later edit by somebody else is a conflict a person decides. */
export async function updateQuickMessage(
  ctx: Context,
  id: string,
  change: QuickMessageChange,
  { baseRev }: { baseRev?: number } = {},
): Promise<QuickMessageRow> {
  const present = await requireChangeable(ctx, id);
  const isGeneral = change.isGeneral ?? present.isGeneral;
  if (isGeneral !== present.isGeneral && !canManageQuickMessages(ctx.actor))
    throw new DomainError("ERR_NO_PERMISSION", { id });
  if (baseRev !== undefined && present.updatedBy !== ctx.actor.id) await refuseConflict(ctx, id, baseRev);
  if (change.fileId && change.fileId !== present.fileId) await requirePicture(ctx, change.fileId);
  const [changed] = await ctx.db
    .update(quickMessages)
    .set({ ...change, updatedBy: ctx.actor.id, updatedAt: ctx.now })
    .where(one(ctx, id))
    .returning();
  return changed ?? present;
}

/** Whoever wrote it last was somebody else: had the editor seen that? */
async function refuseConflict(ctx: Context, id: string, baseRev: number): Promise<void> {
  const [later] = await ctx.db
    .select({ rev: changes.rev })
    .from(changes)
    .where(
      and(
        eq(changes.companyId, ctx.companyId),
        eq(changes.collection, "quickMessages"),
        eq(changes.docId, id),
        or(isNull(changes.rev), gt(changes.rev, baseRev)),
      ),
    )
    .orderBy(desc(changes.n))
    .limit(1);
  if (!later) return;
  const { shortcode, message, isGeneral } = await requireQuickMessage(ctx, id);
  throw new DomainError("ERR_EDIT_CONFLICT", {
    quickMessage: { shortcode, message, isGeneral, rev: later.rev ?? baseRev },
  });
}
