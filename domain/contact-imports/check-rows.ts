import { sql } from "drizzle-orm";
import * as v from "valibot";
import { schema } from "../../db/index.ts";
import {
  type ImportCounts,
  type ImportMapping,
  type RowProblem,
  rowOutcomes,
} from "../../sync/contracts/contact-imports.ts";
import { NewContact } from "../../sync/contracts/contacts.ts";
import { parsePhone, phoneMatchKey } from "../contacts/index.ts";
import type { DeskContext } from "../context.ts";
import { targetOf } from "./import-target.ts";
import { changeImport, findImport, type ImportRow, rowsOf } from "./require-import.ts";

const { contactImportRows } = schema;

const AT_ONCE = 1_000;

const { name: Name, email: Email } = NewContact.entries;

type CheckedRow = {
  name: string;
  number: string;
  email: string;
  matchKey: string | null;
  addressKind: "phone" | "lid";
  problem: RowProblem | null;
};

/** Validates a row with the column mapping, by the rules of manually created contacts. */
function checkRow(cells: readonly string[], mapping: ImportMapping & { lid?: number }): CheckedRow {
  const cell = (column: number | null) => (column === null ? "" : (cells[column] ?? "").trim());
  const [name, typed, email] = [cell(mapping.name), cell(mapping.number), cell(mapping.email)];
  if (mapping.lid !== undefined) return checkedPerson(name, typed, cell(mapping.lid));
  const number = typed.length > 50 ? null : parsePhone(typed);
  const problem = !v.is(Name, name) ? "name" : !number ? "number" : !v.is(Email, email) ? "email" : null;
  return {
    name,
    number: number ?? typed,
    email,
    matchKey: number && !problem ? phoneMatchKey(number) : null,
    addressKind: "phone",
    problem,
  };
}

/** A row of a phone's address book is valid: `importPhonebook` names it, and the channel itself reported the number. */
function checkedPerson(name: string, phone: string, lid: string): CheckedRow {
  const number = phone.replace(/^\+/, "");
  const addressed = number
    ? ({ number, matchKey: phoneMatchKey(number), addressKind: "phone" } as const)
    : ({ number, matchKey: lid, addressKind: "lid" } as const);
  return { name, email: "", ...addressed, problem: null };
}

/** Checks the next rows; returns whether there are more. After the last one, the preview of the result is complete. */
export async function checkNextRows(ctx: DeskContext, importId: string): Promise<boolean> {
  const row = await findImport(ctx, importId);
  if (row?.status !== "checking" || !row.mapping) return false;
  const { mapping } = row;
  const rows = await ctx.db.execute<{ row_number: number; cells: string[] }>(sql`
    select row_number, cells from ${contactImportRows} where ${rowsOf(ctx, importId)}
    order by row_number limit ${AT_ONCE} offset ${row.done}`);
  if (rows.length === 0) {
    const counts = await countOutcomes(ctx, row);
    await changeImport(ctx, importId, { counts, status: row.isDirect ? "running" : "checked", done: 0 });
    return false;
  }
  const checked = rows.map(({ cells }) => checkRow(cells, mapping));
  const list = <K extends keyof CheckedRow>(key: K) => sql.param(checked.map((each) => each[key]));
  await ctx.db.execute(sql`update ${contactImportRows} set name = given.name, number = given.number, email = given.email,
      match_key = given.match_key, address_kind = given.address_kind, problem = given.problem
    from unnest(${sql.param(rows.map((each) => each.row_number))}::int[], ${list("name")}::text[], ${list("number")}::text[],
      ${list("email")}::text[], ${list("matchKey")}::text[], ${list("addressKind")}::text[], ${list("problem")}::text[])
      as given (n, name, number, email, match_key, address_kind, problem)
    where ${rowsOf(ctx, importId)} and ${contactImportRows.rowNumber} = given.n`);
  await changeImport(ctx, importId, { done: row.done + rows.length });
  return true;
}

/** The row's earlier row with the same number; null: none. */
export const repeatedRow = (
  ctx: DeskContext,
) => sql`(select min(earlier.row_number) from ${contactImportRows} as earlier
  where earlier.company_id = ${ctx.companyId}::uuid and earlier.import_id = r.import_id and earlier.match_key = r.match_key
    and earlier.address_kind = r.address_kind and earlier.row_number < r.row_number)`;

/** For rows `r`: the expected outcome, with the person `c` of the target that has the number. */
export const plannedOutcome = (ctx: DeskContext) => sql`case
  when r.problem is not null then 'bad'
  when ${repeatedRow(ctx)} is not null then 'duplicate'
  when c.id is null then 'created'
  when c.name = r.name and (r.email = '' or r.email = c.email) then 'duplicate'
  else 'updated' end`;

/** The rows `r`, each with the person `c` of the target that has its number. */
export const plannedRows = (ctx: DeskContext, of: Pick<ImportRow, "listId">) => sql`${contactImportRows} as r
  left join lateral (${targetOf(of).person(ctx)}) as c on true`;

async function countOutcomes(ctx: DeskContext, row: ImportRow): Promise<ImportCounts> {
  const found = await ctx.db.execute<{ outcome: string; count: string }>(sql`
    select outcome, count(*) as count from (select ${plannedOutcome(ctx)} as outcome from ${plannedRows(ctx, row)}
      where r.company_id = ${ctx.companyId}::uuid and r.import_id = ${row.id}::uuid) as planned group by outcome`);
  return toCounts(found);
}

export function toCounts(found: readonly { outcome: string; count: string }[]): ImportCounts {
  const of = (outcome: string) => Number(found.find((each) => each.outcome === outcome)?.count ?? 0);
  return Object.fromEntries(rowOutcomes.map((outcome) => [outcome, of(outcome)])) as ImportCounts;
}
