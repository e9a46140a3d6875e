import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { DraftSave } from "../../sync/contracts/drafts.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../domain-error.ts";
import { requireTicket } from "../tickets/index.ts";

const { drafts, changes } = schema;

/** Keeps what the actor has begun to write in a ticket, for their other devices; '' throws it away. */
export async function saveDraft(ctx: Context, { ticketId, text, baseRev, writerId }: DraftSave): Promise<void> {
  const own = and(eq(drafts.companyId, ctx.companyId), eq(drafts.userId, ctx.actor.id), eq(drafts.ticketId, ticketId));
  const [present] = await ctx.db.select().from(drafts).where(own).for("no key update");
  if (present && present.writerId !== writerId && present.text !== text) await refuseConflict(ctx, present, baseRev);
  if (!text) {
    await ctx.db.delete(drafts).where(own);
    return;
  }
  // One's own words stay when a ticket goes to another queue; new ones are only kept where one may read.
  if (!present) await requireTicket(ctx, ticketId);
  const { companyId } = ctx;
  const saved = { text, writerId, updatedAt: ctx.now };
  await ctx.db
    .insert(drafts)
    .values({ companyId, userId: ctx.actor.id, ticketId, ...saved })
    .onConflictDoUpdate({ target: [drafts.companyId, drafts.userId, drafts.ticketId], set: saved });
}

/** Another device of the same person has saved after what this one was written over. */
async function refuseConflict(ctx: Context, present: typeof drafts.$inferSelect, baseRev: number): Promise<void> {
  const [later] = await ctx.db
    .select({ rev: changes.rev })
    .from(changes)
    .where(
      and(
        eq(changes.companyId, ctx.companyId),
        eq(changes.collection, "drafts"),
        eq(changes.docId, present.ticketId),
        sql`${changes.newScope} ->> 'userId' = ${ctx.actor.id}`,
        or(isNull(changes.rev), gt(changes.rev, baseRev)),
      ),
    )
    .limit(1);
  if (later) throw new DomainError("ERR_EDIT_CONFLICT", { text: present.text, rev: later.rev ?? baseRev });
}
