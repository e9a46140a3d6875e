import { type SQL, sql } from "drizzle-orm";
import type { ChannelName } from "../../../../contracts/channels.ts";
import { channelAbilities } from "../../../../contracts/desk/channel-abilities.ts";
import { schema } from "../../../../db/index.ts";
import type { DeskContext } from "../../../ground/context.ts";

const { contactAddresses, contactListItems, contacts, numberChecks, optOuts, ticketTags, tickets } = schema;

export type AudienceOf = {
  listId: string | null;
  tagId: string | null;
  connections: readonly { id: string; channel: ChannelName }[];
};

/**
 * Selects the people of a list and of a tag, for the dry run and for the start. Columns: `position` (the order of
 * sending, from 1), name, number, email, kind, match_key, contact_id, connection_id (set where only one connection
 * reaches the person), `reason` (null: gets a message), `place` (from 0, among those with a message) and
 * `is_first_contact`. The same data give the same order.
 */
export function audienceOf(ctx: DeskContext, of: AudienceOf): SQL {
  const company = sql`${ctx.companyId}::uuid`;
  const hasNumbers = of.connections.some(({ channel }) => channelAbilities[channel].hasNumbers);
  return sql`
    select row_number() over (order by r.name, r.number, r.source, r.tie) as position,
      r.name, r.number, r.email, r.kind, r.match_key, r.contact_id, r.connection_id, r.reason,
      row_number() over (partition by r.reason is null order by r.name, r.number, r.source, r.tie) - 1 as place,
      r.contact_id is null or not exists (select 1 from ${tickets} as seen
        where seen.company_id = ${company} and seen.contact_id = r.contact_id) as is_first_contact
    from (
      select a.*, case
        when a.match_key = '' then 'noNumber'
        when a.turn > 1 then 'duplicate'
        when (select not c.is_active from ${contacts} as c where c.company_id = ${company} and c.id = a.contact_id)
          then 'blocked'
        when ${isOptedOut(company)} then 'optedOut'
        when a.is_reached and a.kind = 'phone' and not coalesce(a.is_valid, (select n.is_on_whatsapp
          from ${numberChecks} as n where n.company_id = ${company} and n.match_key = a.match_key), true)
          then 'notOnWhatsapp'
        when not a.is_reached then 'outsideWindow' end as reason
      from (
        select p.*, row_number() over (
          partition by coalesce(p.contact_id::text, p.kind || ':' || p.match_key) order by p.source, p.tie) as turn
        from (${peopleReached(ctx, of, company, hasNumbers)}) as p
      ) as a
    ) as r`;
}

/** An opt-out counts for all addresses of the contact. */
const isOptedOut = (company: SQL) => sql`(
  exists (select 1 from ${optOuts} as o where o.company_id = ${company} and o.kind = a.kind and o.match_key = a.match_key)
  or (a.phone is not null and exists (select 1 from ${optOuts} as o
    where o.company_id = ${company} and o.kind = 'phone' and o.match_key = a.phone))
  or (a.contact_id is not null and exists (select 1 from ${contactAddresses} as d
    join ${optOuts} as o on o.company_id = ${company} and o.kind = d.kind and o.match_key = d.match_key
    where d.company_id = ${company} and d.contact_id = a.contact_id)))`;

/**
 * Selects each person with the address that reaches them: the phone number, else the LID, else the person's page
 * conversation whose window is open. `is_reached`: one of the connections reaches them. Without an address the key is
 * ''.
 */
function peopleReached(ctx: DeskContext, of: AudienceOf, company: SQL, hasNumbers: boolean): SQL {
  const hasPages = of.connections.some(({ channel }) => channelAbilities[channel].windowHours !== null);
  const page = hasPages ? sql`left join lateral (${openWindow(ctx, of, company)}) as w on true` : sql``;
  const pageColumn = (name: string, type: string) => (hasPages ? sql.raw(`w.${name}`) : sql.raw(`null::${type}`));
  const byNumber = hasNumbers ? sql`(p.phone is not null or p.lid is not null)` : sql`false`;
  const [kind, key] = [pageColumn("kind", "text"), pageColumn("match_key", "text")];
  // A person outside the window keeps a row with an address, so that the row is unique.
  const shown = hasPages ? sql`true` : byNumber;
  return sql`
    select p.source, p.tie, p.name, p.number, p.email, p.phone, p.is_valid, p.contact_id,
      case when ${byNumber} then case when p.phone is not null then 'phone' else 'lid' end
        when ${kind} is not null then ${kind}
        when p.phone is not null then 'phone' when p.lid is not null then 'lid'
        else coalesce(${otherPage(company, "kind")}, 'phone') end as kind,
      case when ${byNumber} then coalesce(p.phone, p.lid)
        when ${kind} is not null then ${key}
        when ${shown} then coalesce(p.phone, p.lid, ${otherPage(company, "match_key")}, '') else '' end as match_key,
      case when not ${byNumber} then ${pageColumn("connection_id", "uuid")} end as connection_id,
      ${byNumber} or ${kind} is not null as is_reached
    from (${people(of, company)}) as p ${page}`;
}

/** An address of the person on a page, without an open window. */
const otherPage = (company: SQL, column: "kind" | "match_key") => sql`(select d.${sql.raw(column)}
  from ${contactAddresses} as d where d.company_id = ${company} and d.contact_id = p.contact_id
    and d.kind in ('facebook', 'instagram') order by d.id limit 1)`;

/** The person's conversation with one of the pages in which they wrote within its window, the latest first. */
function openWindow(ctx: DeskContext, { connections }: AudienceOf, company: SQL): SQL {
  const pages = connections.filter(({ channel }) => channelAbilities[channel].windowHours !== null);
  const since = pages.map(({ channel }) => {
    const hours = channelAbilities[channel].windowHours ?? 0;
    return new Date(ctx.now.getTime() - hours * 3_600_000).toISOString();
  });
  return sql`
    select t.connection_id, d.kind, d.match_key
    from ${tickets} as t
    join unnest(${sql.param(pages.map(({ id }) => id))}::uuid[], ${sql.param(pages.map(({ channel }) => channel))}::text[],
      ${sql.param(since)}::timestamptz[]) as k (id, channel, since) on k.id = t.connection_id
    join ${contactAddresses} as d
      on d.company_id = ${company} and d.contact_id = t.contact_id and d.kind = k.channel
    where t.company_id = ${company} and t.contact_id = p.contact_id and t.last_customer_message_at > k.since
    order by t.last_customer_message_at desc, t.id limit 1`;
}

/** The people of the list and the contacts with a ticket that has the tag, each with phone key and LID. */
function people({ listId, tagId }: AudienceOf, company: SQL): SQL {
  const lidOf = (contactId: SQL) => sql`(select d.match_key from ${contactAddresses} as d
    where d.company_id = ${company} and d.contact_id = ${contactId} and d.kind = 'lid' order by d.id limit 1)`;
  const ofList = sql`
    select 0 as source, i.id as tie, i.name, i.number, i.email, i.match_key as phone, null::text as lid,
      i.is_whatsapp_valid as is_valid, (select d.contact_id from ${contactAddresses} as d
        where d.company_id = ${company} and d.kind = 'phone' and d.match_key = i.match_key) as contact_id
    from ${contactListItems} as i where i.company_id = ${company} and i.list_id = ${listId}::uuid`;
  const ofTag = sql`
    select 1 as source, c.id as tie, c.name, coalesce(d.address, '') as number, c.email, d.match_key as phone,
      ${lidOf(sql`c.id`)} as lid, null::boolean as is_valid, c.id as contact_id
    from (select distinct t.contact_id from ${ticketTags} as g
      join ${tickets} as t on t.company_id = ${company} and t.id = g.ticket_id
      where g.company_id = ${company} and g.tag_id = ${tagId}::uuid) as tagged
    join ${contacts} as c on c.company_id = ${company} and c.id = tagged.contact_id
      and not c.is_group and c.merged_into_id is null
    left join lateral (select n.address, n.match_key from ${contactAddresses} as n
      where n.company_id = ${company} and n.contact_id = c.id and n.kind = 'phone'
      order by (n.address = c.number) desc, n.id limit 1) as d on true`;
  if (listId && tagId) return sql`${ofList} union all ${ofTag}`;
  return tagId ? ofTag : ofList;
}
