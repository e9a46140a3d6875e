import { and, desc, eq, inArray, isNotNull } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { MessageRow } from "../../sync/contracts/messages.ts";
import type { Context } from "../context.ts";
import { readableMessages, requireTicket, visibleTickets } from "../tickets/index.ts";
import { messageRows } from "./message-rows.ts";

const { messages, tickets } = schema;

/** Pictures, films and documents of all that the actor may read of the ticket's contact; the newest first. */
export async function listMedia(
  ctx: Context,
  ticketId: string,
  { page = 1, limit = 20 }: { page?: number; limit?: number },
): Promise<{ messages: MessageRow[]; hasMore: boolean }> {
  const { contactId } = await requireTicket(ctx, ticketId);
  const found = await ctx.db
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(tickets, and(eq(tickets.companyId, messages.companyId), eq(tickets.id, messages.ticketId)))
    .where(
      and(
        eq(messages.companyId, ctx.companyId),
        eq(tickets.contactId, contactId),
        isNotNull(messages.fileId),
        inArray(messages.mediaType, ["image", "video", "document"]),
        eq(messages.isDeleted, false),
        visibleTickets(ctx.actor),
        readableMessages(ctx.actor),
      ),
    )
    .orderBy(desc(messages.createdAt), desc(messages.seq), desc(messages.id))
    .limit(limit + 1)
    .offset((page - 1) * limit);
  const ids = found.map(({ id }) => id);
  return { messages: await messageRows(ctx, ids.slice(0, limit)), hasMore: ids.length > limit };
}
