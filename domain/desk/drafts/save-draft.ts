import type { DraftSave } from "../../../contracts/desk/drafts.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requireTicket } from "../tickets/index.ts";
import { laterDraftRev, ownIn } from "./own-draft.ts";

const { drafts, sentDrafts } = schema;

/**
 * Saves the actor's draft in a ticket, for their other devices; '' deletes it. A text that another device has sent
 * since is not saved: it arrived late.
 */
export async function saveDraft(ctx: Context, draft: DraftSave): Promise<void> {
  const { ticketId, text, baseRev, writerId } = draft;
  const own = ownIn(ctx, drafts, ticketId);
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
  if (await wasSentSince(ctx, draft)) return;
  const row = { companyId: ctx.companyId, userId: ctx.actor.id, ticketId, ...saved };
  const inserted = await ctx.db.insert(drafts).values(row).onConflictDoNothing().returning({ at: drafts.updatedAt });
  // Another device was first: its draft now exists for the conflict check.
  if (inserted.length === 0) await saveDraft(ctx, draft);
}

/** Another device of the same user has saved after the edited revision. */
async function refuseConflict(ctx: Context, present: typeof drafts.$inferSelect, baseRev: number): Promise<void> {
  const rev = await laterDraftRev(ctx, present.ticketId, baseRev);
  if (rev !== null) throw new DomainError("ERR_EDIT_CONFLICT", { text: present.text, rev });
}

/** Returns whether this text was sent after the device saw the revision that it edited. */
async function wasSentSince(ctx: Context, { ticketId, text, baseRev }: DraftSave): Promise<boolean> {
  const [sent] = await ctx.db
    .select()
    .from(sentDrafts)
    .where(ownIn(ctx, sentDrafts, ticketId));
  return sent?.text === text && (await laterDraftRev(ctx, ticketId, baseRev)) !== null;
}
