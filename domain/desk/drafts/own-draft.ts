import { and, eq, type SQL, sql } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { findConflictingRev } from "../../ground/edit-conflict.ts";

const { drafts, sentDrafts } = schema;

/** The condition for the actor's row of a ticket. */
export const ownIn = (ctx: Context, table: typeof drafts | typeof sentDrafts, ticketId: string): SQL | undefined =>
  and(eq(table.companyId, ctx.companyId), eq(table.userId, ctx.actor.id), eq(table.ticketId, ticketId));

/** Returns the revision of the actor's draft if it was saved or sent after `baseRev`; null: it was not. */
export function laterDraftRev(ctx: Context, ticketId: string, baseRev: number): Promise<number | null> {
  return findConflictingRev(
    ctx,
    {
      collection: "drafts",
      docId: ticketId,
      edits: ({ newScope }) => sql`${newScope} ->> 'userId' = ${ctx.actor.id}`,
    },
    baseRev,
  );
}
