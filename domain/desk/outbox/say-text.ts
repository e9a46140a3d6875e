import { and, eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { isWindowShut } from "../../../contracts/desk/channel-abilities.ts";
import type { AutomaticOrigin } from "../../../contracts/desk/messages.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { fillVariables, messageVariables } from "../../ground/texts/index.ts";
import { type WrittenMessage, writeOutgoing } from "./write-outgoing.ts";

const { connections, tickets } = schema;

/**
 * Sends an automatic text to the ticket's contact with its variables filled in; `origin` is the purpose. Undefined,
 * and nothing is sent: an empty text, a group, a deleted connection, or a closed reply window.
 */
export async function sayText(
  ctx: DeskContext,
  ticket: typeof schema.tickets.$inferSelect,
  origin: AutomaticOrigin,
  text: string,
  { userName, composeMs = 0 }: { userName?: string; composeMs?: number } = {},
): Promise<WrittenMessage | undefined> {
  if (!text.trim() || ticket.isGroup || !ticket.connectionId) return undefined;
  const [place] = await ctx.db
    .select({
      connectionId: connections.id,
      channel: connections.channel,
      // The current value: the caller's row may be older than the message that is answered.
      lastCustomerMessageAt: tickets.lastCustomerMessageAt,
    })
    .from(tickets)
    .innerJoin(connections, and(eq(connections.companyId, tickets.companyId), eq(connections.id, ticket.connectionId)))
    .where(and(eq(tickets.companyId, ctx.companyId), eq(tickets.id, ticket.id)));
  if (!place || isWindowShut(place, ctx.now)) return undefined;
  const body = fillVariables(text, await messageVariables(ctx, ticket.id, userName));
  // A text that consists of a missing name.
  if (!body.trim()) return undefined;
  const { connectionId, channel } = place;
  return writeOutgoing(ctx, ticket, { connectionId, channel }, { id: uuidv7(), body, composeMs, origin });
}
