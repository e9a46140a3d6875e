import { and, eq } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import type { TicketRow } from "./ticket-row.ts";

const { tickets } = schema;

/** Updates a ticket whose row the transaction has locked; `updatedAt` becomes now unless the change sets it. */
export async function changeRow(
  ctx: DeskContext,
  id: string,
  change: PgUpdateSetSource<typeof tickets>,
): Promise<TicketRow> {
  const [changed] = await ctx.db
    .update(tickets)
    .set({ updatedAt: ctx.now, ...change })
    .where(and(eq(tickets.companyId, ctx.companyId), eq(tickets.id, id)))
    .returning();
  if (!changed) throw new Error("a locked ticket is gone");
  return changed;
}
