import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { isAnyOf, schema } from "../../db/index.ts";
import { containing, findContactIds, RARE } from "../contacts/index.ts";
import type { Context } from "../context.ts";
import { readableMessages } from "./policy.ts";

const { tickets, contacts, messages } = schema;

/** What a trigram index can look up. */
const SHORTEST = 3;

/** A condition on tickets: the contact, the ticket's number, or words of a message that the actor may read. */
export async function ticketsMatching(ctx: Context, text: string): Promise<SQL | undefined> {
  const number = /^#?(\d{1,9})$/.exec(text)?.[1];
  const contactIds = await findContactIds(ctx, text);
  return or(
    contactIds
      ? isAnyOf(tickets.contactId, contactIds)
      : sql`exists (select 1 from ${contacts} where ${contacts.companyId} = ${tickets.companyId}
          and ${contacts.id} = ${tickets.contactId} and ${contacts.search} like ${containing(text)})`,
    number ? eq(tickets.number, Number(number)) : undefined,
    text.length < SHORTEST ? undefined : await withMessage(ctx, containing(text)),
  );
}

async function withMessage(ctx: Context, pattern: string): Promise<SQL> {
  const found = await ctx.db.execute<{ id: string }>(sql`select messages_like(${pattern}, ${RARE + 1}) as id`);
  if (found.length > RARE)
    return sql`exists (select 1 from ${messages} where ${messages.companyId} = ${tickets.companyId} and ${messages.ticketId} = ${tickets.id}
      and searchable(${messages.body}) like ${pattern} and not ${messages.isDeleted} and ${readableMessages(ctx.actor)})`;
  const readable = await ctx.db
    .selectDistinct({ ticketId: messages.ticketId })
    .from(messages)
    .innerJoin(tickets, and(eq(tickets.companyId, messages.companyId), eq(tickets.id, messages.ticketId)))
    .where(
      and(
        eq(messages.companyId, ctx.companyId),
        isAnyOf(
          messages.id,
          found.map((row) => row.id),
        ),
        readableMessages(ctx.actor),
      ),
    );
  return isAnyOf(
    tickets.id,
    readable.map((row) => row.ticketId),
  );
}
