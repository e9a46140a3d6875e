import { and, eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { schema } from "../../db/index.ts";
import type { DeskContext } from "../context.ts";
import { fillVariables, messageVariables } from "../texts/index.ts";
import { type MessageRowDb, writeOutgoing } from "./write-outgoing.ts";

/**
 * The desk itself writes to the ticket's contact; variables are filled in. Undefined, and nothing is said: an empty
 * text, a group, or a ticket whose connection is gone.
 */
export async function sayText(
  ctx: DeskContext,
  ticket: typeof schema.tickets.$inferSelect,
  text: string,
  { userName, composeMs = 0 }: { userName?: string; composeMs?: number } = {},
): Promise<MessageRowDb | undefined> {
  if (!text.trim() || ticket.isGroup || !ticket.connectionId) return undefined;
  const [connection] = await ctx.db
    .select({ id: schema.connections.id })
    .from(schema.connections)
    .where(and(eq(schema.connections.companyId, ctx.companyId), eq(schema.connections.id, ticket.connectionId)));
  if (!connection) return undefined;
  const body = fillVariables(text, await messageVariables(ctx, ticket.id, userName));
  return writeOutgoing(ctx, ticket, connection.id, { id: uuidv7(), body, composeMs });
}
