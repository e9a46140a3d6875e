import { sql } from "drizzle-orm";
import { isAnyOf, schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";

const { messages, tickets } = schema;

/**
 * Returns which of these messages are unread: incoming, and among the newest incoming ones of their ticket, as many as
 * its unread count. A count that includes messages before the ticket reaches as far as the ticket's own messages.
 */
export async function unreadAmong(
  ctx: Pick<Context, "db" | "companyId">,
  messageIds: readonly string[],
): Promise<Set<string>> {
  if (messageIds.length === 0) return new Set();
  const found = await ctx.db.execute<{ id: string }>(sql`
    select "messages".id from ${messages}
    join ${tickets} t on t.company_id = ${ctx.companyId}::uuid and t.id = "messages".ticket_id
    where "messages".company_id = ${ctx.companyId}::uuid and ${isAnyOf(messages.id, messageIds)}
      and not "messages".from_me and t.unread_messages > 0
      and (select count(*) from (
        select 1 from ${messages} n
        where n.company_id = ${ctx.companyId}::uuid and n.ticket_id = t.id and not n.from_me
          and (n.created_at, n.seq, n.id) >= ("messages".created_at, "messages".seq, "messages".id)
        limit t.unread_messages + 1) newer) <= t.unread_messages`);
  return new Set(found.map(({ id }) => id));
}
