import { and, desc, eq, isNull } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { isAnyOf, schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import { lockContacts, mergeContacts, requireContact } from "../contacts/index.ts";

const { contactMerges } = schema;

/**
 * Merges two contacts at a user's request. Values of the first contact win; where it has none, those of the second
 * are used. Returns without change when they are already merged. `mergeId` is needed to undo it.
 */
export async function mergeOnRequest(
  ctx: Context,
  leadingId: string,
  otherId: string,
): Promise<{ contactId: string; mergeId: string | null }> {
  const leading = await requireContact(ctx, leadingId);
  await requireContact(ctx, otherId);
  requirePermission(ctx, "mergeContacts", { id: leadingId });
  const [one, other] = await lockContacts(ctx, [leadingId, otherId]);
  if (!one) throw new DomainError("ERR_NO_CONTACT_FOUND", { id: leadingId });
  if (one.isGroup || other?.isGroup) throw new DomainError("ERR_MERGE_GROUP", { id: leadingId });
  const kept = other ? await mergeContacts(ctx, one, other, { leadingId: leading.id, userId: ctx.actor.id }) : one;
  return { contactId: kept.id, mergeId: await presentMerge(ctx, [leadingId, otherId], kept.id) };
}

async function presentMerge(ctx: Context, ids: readonly string[], keptId: string): Promise<string | null> {
  const [merge] = await ctx.db
    .select({ id: contactMerges.id })
    .from(contactMerges)
    .where(
      and(
        eq(contactMerges.companyId, ctx.companyId),
        eq(contactMerges.keptId, keptId),
        isNull(contactMerges.undoneAt),
        isAnyOf(contactMerges.goneId, ids),
      ),
    )
    .orderBy(desc(contactMerges.place))
    .limit(1);
  return merge?.id ?? null;
}
