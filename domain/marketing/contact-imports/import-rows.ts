import { sql } from "drizzle-orm";
import type { RowOutcome } from "../../../contracts/marketing/contact-imports.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { plannedOutcome, plannedRows, toCounts } from "./check-rows.ts";
import { type PlannedRow, targetOf } from "./import-target.ts";
import { changeImport, findImport, peopleIn, peopleOf, rowsOf } from "./require-import.ts";

const { contactImportRows } = schema;

const AT_ONCE = 500;

/**
 * Imports the next rows and stores their outcomes in one transaction, so that an interrupted batch has no effect and
 * a repeated one finds its rows done. Returns whether there are more.
 */
export async function importNextRows(ctx: DeskContext, importId: string): Promise<boolean> {
  const row = await findImport(ctx, importId);
  if (row?.status !== "running") return false;
  const target = targetOf(row);
  const rows = await ctx.db.execute<PlannedRow & { outcome: RowOutcome }>(sql`
    select r.row_number, r.name, r.number, r.email, r.match_key, r.address_kind, c.id as person_id, c.number as person_number,
      c.email as person_email, ${plannedOutcome(ctx)} as outcome
    from ${plannedRows(ctx, row)}
    where ${peopleIn(ctx, row)} and r.outcome is null
    order by r.row_number limit ${AT_ONCE}`);
  if (rows.length === 0) {
    const found = await ctx.db.execute<{ outcome: string; count: string }>(sql`
      select outcome, count(*) as count from ${contactImportRows} where ${peopleOf(ctx, row)} group by outcome`);
    await changeImport(ctx, importId, { status: "done", counts: toCounts(found), done: row.total });
    return false;
  }
  const planned = (wanted: RowOutcome) => rows.filter(({ outcome }) => outcome === wanted);
  const taken = await target.create(ctx, planned("created"));
  await target.update(ctx, planned("updated"));
  // A row whose number another transaction has just added stays for the next batch, which updates that person.
  const done = rows.filter(({ row_number }) => !taken.has(row_number));
  await ctx.db.execute(sql`update ${contactImportRows} set outcome = given.outcome
    from unnest(${sql.param(done.map((each) => each.row_number))}::int[], ${sql.param(done.map((each) => each.outcome))}::text[])
      as given (n, outcome)
    where ${rowsOf(ctx, importId)} and ${contactImportRows.rowNumber} = given.n`);
  await changeImport(ctx, importId, { done: row.done + done.length });
  return true;
}
