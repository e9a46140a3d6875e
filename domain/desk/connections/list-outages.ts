import { and, desc, eq } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requireOwnConnection } from "./load-connections.ts";

const { connectionOutages } = schema;

/** Older outages are in the database only. */
const MAX_SHOWN = 50;

export type OutageRow = typeof connectionOutages.$inferSelect;

/** Lists a connection's outages, newest first: reason, end, and the messages that came afterwards. Admins only. */
export async function listOutages(ctx: Context, connectionId: string): Promise<OutageRow[]> {
  await requireOwnConnection(ctx, connectionId);
  return ctx.db
    .select()
    .from(connectionOutages)
    .where(and(eq(connectionOutages.companyId, ctx.companyId), eq(connectionOutages.connectionId, connectionId)))
    .orderBy(desc(connectionOutages.since), desc(connectionOutages.id))
    .limit(MAX_SHOWN);
}
