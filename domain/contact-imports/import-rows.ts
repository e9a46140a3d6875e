import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { schema } from "../../db/index.ts";
import type { RowOutcome } from "../../sync/contracts/contact-imports.ts";
import { searchable } from "../../sync/contracts/tickets.ts";
import type { DeskContext } from "../context.ts";
import { plannedOutcome, plannedRows, toCounts } from "./check-rows.ts";
import { changeImport, findImport, rowsOf } from "./require-import.ts";

const { contactImportRows, contacts, contactAddresses } = schema;

const AT_ONCE = 500;

type PlannedRow = {
  row_number: number;
  name: string;
  number: string;
  email: string;
  match_key: string;
  address_kind: "phone" | "lid";
  contact_id: string | null;
  contact_number: string | null;
  contact_email: string | null;
  outcome: RowOutcome;
};

/**
 * Imports the next rows and stores their outcomes in one transaction, so that an interrupted batch has no effect and
 * a repeated one finds its rows done. Returns whether there are more.
 */
export async function importNextRows(ctx: DeskContext, importId: string): Promise<boolean> {
  const row = await findImport(ctx, importId);
  if (row?.status !== "running") return false;
  const rows = await ctx.db.execute<PlannedRow>(sql`
    select r.row_number, r.name, r.number, r.email, r.match_key, r.address_kind, c.id as contact_id, c.number as contact_number,
      c.email as contact_email, ${plannedOutcome} as outcome
    from ${plannedRows}
    where r.company_id = ${ctx.companyId}::uuid and r.import_id = ${importId}::uuid and r.outcome is null
    order by r.row_number limit ${AT_ONCE}`);
  if (rows.length === 0) {
    const found = await ctx.db.execute<{ outcome: string; count: string }>(sql`
      select outcome, count(*) as count from ${contactImportRows} where ${rowsOf(ctx, importId)} group by outcome`);
    await changeImport(ctx, importId, { status: "done", counts: toCounts(found), done: row.total });
    return false;
  }
  const taken = await createContacts(
    ctx,
    rows.filter(({ outcome }) => outcome === "created"),
  );
  await updateContacts(
    ctx,
    rows.filter(({ outcome }) => outcome === "updated"),
  );
  // A row whose number has just become a contact stays for the next batch, which updates that contact.
  const done = rows.filter(({ row_number }) => !taken.has(row_number));
  await ctx.db.execute(sql`update ${contactImportRows} set outcome = given.outcome
    from unnest(${sql.param(done.map((each) => each.row_number))}::int[], ${sql.param(done.map((each) => each.outcome))}::text[])
      as given (n, outcome)
    where ${rowsOf(ctx, importId)} and ${contactImportRows.rowNumber} = given.n`);
  await changeImport(ctx, importId, { done: row.done + done.length });
  return true;
}

/** Returns the rows whose number was taken by another transaction meanwhile; nothing was created for them. */
async function createContacts(ctx: DeskContext, rows: PlannedRow[]): Promise<Set<number>> {
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
    .values(
      made.map(({ id, row }) => ({
        companyId,
        id: uuidv7(),
        contactId: id,
        kind: row.address_kind,
        address: row.address_kind === "lid" ? row.match_key : row.number,
        matchKey: row.match_key,
        createdAt: now,
      })),
    )
    .onConflictDoNothing()
    .returning({ contactId: contactAddresses.contactId });
  const reached = new Set(addressed.map(({ contactId }) => contactId));
  const lost = made.filter(({ id }) => !reached.has(id));
  if (lost.length > 0) {
    await ctx.db.execute(sql`delete from ${contacts} where company_id = ${companyId}::uuid
      and id = any(${sql.param(lost.map(({ id }) => id))}::uuid[])`);
  }
  return new Set(lost.map(({ row }) => row.row_number));
}

/** Sets the name and, if the row has one, the e-mail. Locks by descending id, as everywhere for contacts. */
async function updateContacts(ctx: DeskContext, rows: PlannedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = sql.param(rows.map((row) => row.contact_id));
  await ctx.db.execute(sql`select id from ${contacts} where company_id = ${ctx.companyId}::uuid and id = any(${ids}::uuid[])
    order by id desc for no key update`);
  const emails = rows.map((row) => row.email || (row.contact_email ?? ""));
  const found = rows.map((row, place) => searchable(row.name, row.contact_number ?? row.number, emails[place] ?? ""));
  await ctx.db.execute(sql`update ${contacts} set name = given.name, email = given.email, search = given.search,
      updated_at = ${ctx.now.toISOString()}::timestamptz
    from unnest(${ids}::uuid[], ${sql.param(rows.map((row) => row.name))}::text[], ${sql.param(emails)}::text[],
      ${sql.param(found)}::text[]) as given (id, name, email, search)
    where ${contacts.companyId} = ${ctx.companyId}::uuid and ${contacts.id} = given.id`);
}
