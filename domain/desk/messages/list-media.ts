import { sql } from "drizzle-orm";
import type { MessageRow } from "../../../contracts/desk/messages.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { readableMessages, requireTicket, visibleTickets } from "../tickets/index.ts";
import { messageRows } from "./message-rows.ts";

const { messages, tickets } = schema;

/** Lists pictures, videos and documents of the ticket's contact that the actor may read, newest first. */
export async function listMedia(
  ctx: Context,
  ticketId: string,
  { page = 1, limit = 20 }: { page?: number; limit?: number },
): Promise<{ messages: MessageRow[]; hasMore: boolean }> {
  const { contactId } = await requireTicket(ctx, ticketId);
  const offset = (page - 1) * limit;
  const needed = offset + limit + 1;
  // Ticket by ticket along the index, so that no company's files are ever sorted.
  const found = await ctx.db.execute<{ id: string }>(sql`
    select media.id from ${tickets} cross join lateral (
      select ${messages.id}, ${messages.createdAt}, ${messages.seq} from ${messages}
      where ${messages.companyId} = ${ctx.companyId}::uuid and ${messages.ticketId} = ${tickets.id}
        and ${messages.fileId} is not null and ${messages.mediaType} in ('image', 'video', 'document')
        and not ${messages.isDeleted} and ${readableMessages(ctx.actor)}
      order by ${messages.createdAt} desc nulls last, ${messages.seq} desc nulls last, ${messages.id} desc nulls last
      limit ${needed}
    ) as media
    where ${tickets.companyId} = ${ctx.companyId}::uuid and ${tickets.contactId} = ${contactId}::uuid
      and ${visibleTickets(ctx.actor)}
    order by media.created_at desc, media.seq desc, media.id desc limit ${limit + 1} offset ${offset}`);
  const ids = found.map(({ id }) => id);
  return { messages: await messageRows(ctx, ids.slice(0, limit)), hasMore: ids.length > limit };
}
