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
import { changeImport, findImport, rowsOf } from "./require-import.ts";

const { contactImportRows, contactAddresses, contacts } = schema;

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
  const cell = (column: number | null | undefined) =>
    column === null || column === undefined ? "" : (cells[column] ?? "").trim();
  const [name, typed, email] = [cell(mapping.name), cell(mapping.number), cell(mapping.email)];
  const lid = typed === "" ? cell(mapping.lid) : "";
  if (lid) {
    const problem = v.is(Name, name) ? null : "name";
    return { name, number: "", email, matchKey: problem ? null : lid, addressKind: "lid", problem };
  }
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

/** Checks the next rows; returns whether there are more. After the last one, the preview of the result is complete. */
export async function checkNextRows(ctx: DeskContext, importId: string): Promise<boolean> {
  const row = await findImport(ctx, importId);
  if (row?.status !== "checking" || !row.mapping) return false;
  const { mapping } = row;
  const rows = await ctx.db.execute<{ row_number: number; cells: string[] }>(sql`
    select row_number, cells from ${contactImportRows} where ${rowsOf(ctx, importId)}
    order by row_number limit ${AT_ONCE} offset ${row.done}`);
  if (rows.length === 0) {
    const counts = await countOutcomes(ctx, importId);
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

/** For rows `r`: the expected outcome, with the contact that has the number. */
export const plannedOutcome = sql`case
  when r.problem is not null then 'bad'
  when exists (select 1 from ${contactImportRows} as earlier where earlier.company_id = r.company_id
    and earlier.import_id = r.import_id and earlier.match_key = r.match_key
    and earlier.address_kind = r.address_kind and earlier.row_number < r.row_number)
    then 'duplicate'
  when c.id is null then 'created'
  when c.name = r.name and (r.email = '' or r.email = c.email) then 'duplicate'
  else 'updated' end`;

/**
 * The LIMIT keeps the look-up by number on the index: as a flat join, with the statistics of a new database, every
 * row would scan all addresses.
 */
export const plannedRows = sql`${contactImportRows} as r
  left join lateral (select found.* from ${contactAddresses} as a
    join ${contacts} as found on found.company_id = a.company_id and found.id = a.contact_id
    where a.company_id = r.company_id and a.kind = r.address_kind and a.match_key = r.match_key limit 1) as c on true`;

async function countOutcomes(ctx: DeskContext, importId: string): Promise<ImportCounts> {
  const found = await ctx.db.execute<{ outcome: string; count: string }>(sql`
    select outcome, count(*) as count from (select ${plannedOutcome} as outcome from ${plannedRows}
      where r.company_id = ${ctx.companyId}::uuid and r.import_id = ${importId}::uuid) as planned group by outcome`);
  return toCounts(found);
}

export function toCounts(found: readonly { outcome: string; count: string }[]): ImportCounts {
  const of = (outcome: string) => Number(found.find((each) => each.outcome === outcome)?.count ?? 0);
  return Object.fromEntries(rowOutcomes.map((outcome) => [outcome, of(outcome)])) as ImportCounts;
}
