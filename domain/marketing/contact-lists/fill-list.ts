import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { MAX_CONTACT_NAME } from "../../../contracts/desk/contacts.ts";
import type { ContactSource } from "../../../contracts/marketing/contact-lists.ts";
import { isAnyOf, schema } from "../../../db/index.ts";
import { requireQueue } from "../../desk/queues/index.ts";
import { requireTag } from "../../desk/tags/index.ts";
import { companyTimeZone, instantAt } from "../../ground/company-time/index.ts";
import type { Context } from "../../ground/context.ts";
import { insertItemsFrom } from "./insert-items.ts";
import { lockList } from "./require-list.ts";

const { contacts, contactAddresses, tickets, ticketTags } = schema;

/** `known`: people of the source that the list already had. */
type Filled = { added: number; known: number };

/** Adds contacts to a list, each number once. Groups and contacts without a number are left out. */
export async function fillList(ctx: Context, listId: string, source: ContactSource): Promise<Filled> {
  await lockList(ctx, listId, "key share");
  const people = peopleOf(ctx, await ofSource(ctx, source));
  const added = await insertItemsFrom(ctx, listId, people);
  const [counted] = await ctx.db.execute<{ count: string }>(sql`select count(*) as count from (${people}) as q`);
  return { added: added.length, known: Number(counted?.count ?? 0) - added.length };
}

/** Selects the contacts with their number; a name of one letter is replaced by the number. */
const peopleOf = (ctx: Context, chosen: SQL | undefined): SQL => sql`
  select case when length(trim(${contacts.name})) < 2 then d.address
      else left(trim(${contacts.name}), ${MAX_CONTACT_NAME}::int) end as name,
    d.address as number, ${contacts.email} as email, d.match_key, ${contacts.search} as search
  from ${contacts} cross join lateral (
    select a.address, a.match_key from ${contactAddresses} as a
    where a.company_id = ${ctx.companyId}::uuid and a.contact_id = ${contacts.id} and a.kind = 'phone'
    order by (a.address = ${contacts.number}) desc, a.id limit 1) as d
  where ${and(
    eq(contacts.companyId, ctx.companyId),
    isNull(contacts.mergedIntoId),
    eq(contacts.isGroup, false),
    chosen,
  )}`;

/** Returns a condition for the contacts of a source. A contact belongs to a tag or queue by one of its tickets. */
async function ofSource(ctx: Context, source: ContactSource): Promise<SQL | undefined> {
  const ofTickets = (where: SQL | undefined) =>
    sql`${contacts.id} in (select ${tickets.contactId} from ${tickets} where ${and(eq(tickets.companyId, ctx.companyId), where)})`;
  switch (source.kind) {
    case "tag": {
      const { id } = await requireTag(ctx, source.tagId);
      const tagged = ctx.db
        .select({ ticketId: ticketTags.ticketId })
        .from(ticketTags)
        .where(and(eq(ticketTags.companyId, ctx.companyId), eq(ticketTags.tagId, id)));
      return ofTickets(sql`${tickets.id} in ${tagged}`);
    }
    case "queue": {
      const { id } = await requireQueue(ctx, source.queueId);
      return ofTickets(eq(tickets.queueId, id));
    }
    case "activeSince": {
      const from = instantAt(source.day, await companyTimeZone(ctx));
      return ofTickets(sql`${tickets.lastMessageAt} >= ${from}`);
    }
    case "contacts":
      return isAnyOf(contacts.id, source.contactIds);
  }
}
