import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { searchable } from "../../../contracts/search-text.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { contacts, contactAddresses } = schema;

type ContactValues = { name: string; number: string; email: string };
type NewContactRow = ContactValues & { address: { kind: "phone" | "lid"; address: string; matchKey: string } };

/**
 * Inserts many contacts, each with one address. Returns the positions of those whose address another contact has:
 * nothing is inserted for them.
 */
export async function insertContacts(ctx: DeskContext, rows: readonly NewContactRow[]): Promise<Set<number>> {
  if (rows.length === 0) return new Set();
  const { companyId, now } = ctx;
  const made = rows.map((row) => ({ id: uuidv7(), row }));
  await ctx.db.insert(contacts).values(
    made.map(({ id, row: { name, number, email } }) => ({
      companyId,
      id,
      name,
      number,
      email,
      search: searchable(name, number, email),
      createdAt: now,
      updatedAt: now,
    })),
  );
  const addressed = await ctx.db
    .insert(contactAddresses)
    .values(made.map(({ id, row }) => ({ companyId, id: uuidv7(), contactId: id, ...row.address, createdAt: now })))
    .onConflictDoNothing()
    .returning({ contactId: contactAddresses.contactId });
  const reached = new Set(addressed.map(({ contactId }) => contactId));
  const lost = made.filter(({ id }) => !reached.has(id));
  if (lost.length > 0) {
    await ctx.db.execute(sql`delete from ${contacts} where company_id = ${companyId}::uuid
      and id = any(${sql.param(lost.map(({ id }) => id))}::uuid[])`);
  }
  return new Set(made.flatMap(({ id }, place) => (reached.has(id) ? [] : [place])));
}

/** Sets name and e-mail of many contacts. Locks by descending id, as everywhere for contacts. */
export async function renameContacts(
  ctx: DeskContext,
  rows: readonly (ContactValues & { id: string })[],
): Promise<void> {
  if (rows.length === 0) return;
  const column = (key: "id" | "name" | "email") => sql.param(rows.map((row) => row[key]));
  const ids = column("id");
  await ctx.db.execute(sql`select id from ${contacts} where company_id = ${ctx.companyId}::uuid and id = any(${ids}::uuid[])
    order by id desc for no key update`);
  const found = sql.param(rows.map(({ name, number, email }) => searchable(name, number, email)));
  await ctx.db.execute(sql`update ${contacts} set name = given.name, email = given.email, search = given.search,
      updated_at = ${ctx.now.toISOString()}::timestamptz
    from unnest(${ids}::uuid[], ${column("name")}::text[], ${column("email")}::text[], ${found}::text[])
      as given (id, name, email, search)
    where ${contacts.companyId} = ${ctx.companyId}::uuid and ${contacts.id} = given.id`);
}
