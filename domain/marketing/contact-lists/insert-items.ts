import { type SQL, sql } from "drizzle-orm";
import { searchable } from "../../../contracts/search-text.ts";
import { inParallel, schema } from "../../../db/index.ts";
import { checkedSince, phoneMatchKey } from "../../desk/contacts/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { contactListItems, numberChecks } = schema;

/** `number`: digits with country code. */
export type NewItem = { name: string; number: string; email: string };

/** Adds people to a list and returns the match keys of those added; a number that the list has is skipped. */
export async function insertItems(ctx: DeskContext, listId: string, people: readonly NewItem[]): Promise<string[]> {
  if (people.length === 0) return [];
  const list = (of: (person: NewItem) => string) => sql.param(people.map(of));
  const keys = list(({ number }) => phoneMatchKey(number));
  return insertItemsFrom(
    ctx,
    listId,
    sql`select * from unnest(${list(({ name }) => name)}::text[], ${list(({ number }) => number)}::text[],
      ${list(({ email }) => email)}::text[], ${keys}::text[],
      ${list(({ name, number, email }) => searchable(name, number, email))}::text[])
      as person (name, number, email, match_key, search)`,
    sql`i.match_key = any(${keys}::text[])`,
  );
}

/**
 * Adds the people of a query with the columns name, number, email, match_key and search. A recent result of a WhatsApp
 * check is copied; other numbers become due for a check. Rows are written by match key, so that two imports do not
 * deadlock. `isPossible` is a condition on the items `i` that may be among those added: without it the check is planned
 * from all items of the list.
 */
export async function insertItemsFrom(
  ctx: DeskContext,
  listId: string,
  people: SQL,
  isPossible = sql`true`,
): Promise<string[]> {
  const { companyId, now } = ctx;
  const at = sql`${now.toISOString()}::timestamptz`;
  const since = sql`${checkedSince(ctx)}::timestamptz`;
  // Two statements of one transaction, sent at once: a cluster asks all its nodes for an INSERT in a WITH. The second
  // knows the items of the first by their time.
  const [added] = await inParallel([
    ctx.db.execute<{ match_key: string }>(sql`
      insert into ${contactListItems} (company_id, id, list_id, name, number, email, match_key, search,
        is_whatsapp_valid, created_at, updated_at)
      select distinct on (p.match_key) ${companyId}::uuid, gen_random_uuid(), ${listId}::uuid, p.name, p.number, p.email,
        p.match_key, p.search, n.is_on_whatsapp, ${at}, ${at}
      from (${people}) as p
      left join ${numberChecks} as n
        on n.company_id = ${companyId}::uuid and n.match_key = p.match_key and n.checked_at >= ${since}
      order by p.match_key
      on conflict (company_id, list_id, match_key) do nothing
      returning match_key`),
    ctx.db.execute(sql`
      insert into ${numberChecks} as present (company_id, match_key, number, due_at)
      select i.company_id, i.match_key, i.number, i.created_at from ${contactListItems} as i
      where i.company_id = ${companyId}::uuid and i.list_id = ${listId}::uuid and i.created_at = ${at}
        and i.is_whatsapp_valid is null and ${isPossible}
      order by i.match_key
      on conflict (company_id, match_key) do update set number = excluded.number, due_at = excluded.due_at, tries = 0
      where present.due_at is null`),
  ]);
  return added.map(({ match_key }) => match_key);
}

/** Sets name and e-mail of many items. Locks by id, so that two imports do not deadlock. */
export async function updateItems(ctx: DeskContext, people: readonly (NewItem & { id: string })[]): Promise<void> {
  if (people.length === 0) return;
  const list = (of: (person: NewItem & { id: string }) => string) => sql.param(people.map(of));
  const ids = list(({ id }) => id);
  await ctx.db.execute(sql`select id from ${contactListItems} where company_id = ${ctx.companyId}::uuid and id = any(${ids}::uuid[])
    order by id for no key update`);
  await ctx.db.execute(sql`update ${contactListItems} set name = given.name, email = given.email, search = given.search,
      updated_at = ${ctx.now.toISOString()}::timestamptz
    from unnest(${ids}::uuid[], ${list(({ name }) => name)}::text[], ${list(({ email }) => email)}::text[],
      ${list(({ name, number, email }) => searchable(name, number, email))}::text[]) as given (id, name, email, search)
    where ${contactListItems.companyId} = ${ctx.companyId}::uuid and ${contactListItems.id} = given.id`);
}
