import { and, eq, sql } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { DraftSave } from "../../sync/contracts/drafts.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../domain-error.ts";
import { findConflictingRev } from "../edit-conflict.ts";
import { requireTicket } from "../tickets/index.ts";

const { drafts, changes } = schema;

/** Saves the actor's draft in a ticket, for their other devices; '' deletes it. */
export async function saveDraft(ctx: Context, draft: DraftSave): Promise<void> {
  const { ticketId, text, baseRev, writerId } = draft;
  const own = and(eq(drafts.companyId, ctx.companyId), eq(drafts.userId, ctx.actor.id), eq(drafts.ticketId, ticketId));
  const [present] = await ctx.db.select().from(drafts).where(own).for("no key update");
  if (present && present.writerId !== writerId && present.text !== text) await refuseConflict(ctx, present, baseRev);
  if (!text) {
    await ctx.db.delete(drafts).where(own);
    return;
  }
  const saved = { text, writerId, updatedAt: ctx.now };
  if (present) {
    await ctx.db.update(drafts).set(saved).where(own);
    return;
  }
  // A draft stays when its ticket moves to another queue; a new one is saved only where the actor may read.
  await requireTicket(ctx, ticketId);
  const row = { companyId: ctx.companyId, userId: ctx.actor.id, ticketId, ...saved };
  const inserted = await ctx.db.insert(drafts).values(row).onConflictDoNothing().returning({ at: drafts.updatedAt });
  // Another device was first: its draft now exists for the conflict check.
  if (inserted.length === 0) await saveDraft(ctx, draft);
}

/** Another device of the same user has saved after the edited revision. */
async function refuseConflict(ctx: Context, present: typeof drafts.$inferSelect, baseRev: number): Promise<void> {
  const edits = sql`${changes.newScope} ->> 'userId' = ${ctx.actor.id}`;
  const rev = await findConflictingRev(ctx, { collection: "drafts", docId: present.ticketId, edits }, baseRev);
  if (rev !== null) throw new DomainError("ERR_EDIT_CONFLICT", { text: present.text, rev });
}
