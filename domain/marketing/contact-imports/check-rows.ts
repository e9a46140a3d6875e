import { sql } from "drizzle-orm";
import { readEmailCell } from "../../../contracts/emails.ts";
import {
  type ImportCounts,
  type ImportMapping,
  MAX_IMPORTED_NAME,
  otherNumbersColumn,
  type RowNote,
  type RowProblem,
  rowOutcomes,
} from "../../../contracts/marketing/contact-imports.ts";
import { readPhone, readPhoneColumns } from "../../../contracts/phone-numbers.ts";
import type { PhoneHome } from "../../../contracts/phones.ts";
import { cutBetweenSigns } from "../../../contracts/texts/stranger-text.ts";
import { schema } from "../../../db/index.ts";
import { phoneHome } from "../../account/settings/index.ts";
import { phoneMatchKey } from "../../desk/contacts/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { targetOf } from "./import-target.ts";
import { changeImport, findImport, type ImportRow, peopleIn, peopleOf, rowsOf } from "./require-import.ts";

const { contactImportRows } = schema;

const AT_ONCE = 1_000;

type CheckedRow = {
  name: string;
  number: string;
  email: string;
  /** The number's country if it is not the company's. */
  country: string | null;
  matchKey: string | null;
  addressKind: "phone" | "lid";
  problem: RowProblem | null;
  notes: RowNote[];
};

type Columns = ImportMapping & { lid?: number; otherNumbers: number | null };

/**
 * Checks a row with its columns. A name that people may choose themselves is taken, and cut at its limit; a bad e-mail
 * costs the e-mail and not the person.
 */
function checkRow(cells: readonly string[], columns: Columns, home: PhoneHome): CheckedRow {
  const cell = (column: number | null | undefined) => (cells[column ?? -1] ?? "").trim();
  const [whole, typed] = [cell(columns.name), cell(columns.number)];
  if (columns.lid !== undefined) return checkedPerson(whole, typed, cell(columns.lid));
  const name = cutBetweenSigns(whole, MAX_IMPORTED_NAME).trim();
  const others = cell(columns.otherNumbers).split(",").filter(Boolean);
  const areaCode = cell(columns.areaCode);
  const read = areaCode ? readPhoneColumns(areaCode, typed, home) : firstNumber([typed, ...others], home);
  const { number, country } = read.refused === undefined ? read : { number: null, country: null };
  const { email, rest } = readEmailCell(cell(columns.email));
  const problem = isVisible(name) ? (read.refused ?? null) : "name";
  return {
    name,
    number: number ?? typed,
    email,
    country: country === home.country ? null : country,
    matchKey: number && !problem ? phoneMatchKey(number) : null,
    addressKind: "phone",
    problem,
    notes: notesOf([
      ["nameCut", name === whole ? "" : whole],
      ["nameShort", name.length === 1 ? name : ""],
      ["noEmail", email === "" ? rest : ""],
      ["otherEmails", email === "" ? "" : rest],
      ["otherNumbers", others.length > 0 ? [typed, ...others].join(", ") : ""],
    ]),
  };
}

/** Whether a text has a sign that people see. */
const isVisible = (text: string) => /[^\p{C}\p{Z}\p{M}]/u.test(text);

const notesOf = (notes: readonly (readonly [RowNote["kind"], string])[]): RowNote[] =>
  notes.flatMap(([kind, text]) => (text ? [{ kind, text }] : []));

/** Returns how the first number that can be read is read; without one, why the first is refused. */
function firstNumber(typed: readonly string[], home: PhoneHome) {
  const read = typed.map((number) => readPhone(number, home));
  return read.find(({ refused }) => refused === undefined) ?? readPhone(typed[0] ?? "", home);
}

/** A row of a phone's address book is valid: `importPhonebook` names it, and the channel itself reported the number. */
function checkedPerson(name: string, phone: string, lid: string): CheckedRow {
  const number = phone.replace(/^\+/, "");
  const addressed = number
    ? ({ number, matchKey: phoneMatchKey(number), addressKind: "phone" } as const)
    : ({ number, matchKey: lid, addressKind: "lid" } as const);
  return { name, email: "", country: null, ...addressed, problem: null, notes: [] };
}

/** Checks the next rows; returns whether there are more. After the last one, the preview of the result is complete. */
export async function checkNextRows(ctx: DeskContext, importId: string): Promise<boolean> {
  const row = await findImport(ctx, importId);
  if (row?.status !== "checking" || !row.mapping) return false;
  const columns = { ...row.mapping, otherNumbers: otherNumbersColumn(row.headers) };
  const rows = await ctx.db.execute<{ row_number: number; cells: string[] }>(sql`
    select row_number, cells from ${contactImportRows} where ${peopleOf(ctx, row)}
    order by row_number limit ${AT_ONCE} offset ${row.done}`);
  if (rows.length === 0) {
    const counts = await countOutcomes(ctx, row);
    await changeImport(ctx, importId, { counts, status: row.isDirect ? "running" : "checked", done: 0 });
    return false;
  }
  const home = await phoneHome(ctx);
  const checked = rows.map(({ cells }) => checkRow(cells, columns, home));
  const list = (key: Exclude<keyof CheckedRow, "notes">) => sql.param(checked.map((each) => each[key]));
  const notes = sql.param(checked.map((each) => JSON.stringify(each.notes)));
  await ctx.db.execute(sql`update ${contactImportRows} set name = given.name, number = given.number, email = given.email,
      country = given.country, match_key = given.match_key, address_kind = given.address_kind, problem = given.problem,
      notes = given.notes
    from unnest(${sql.param(rows.map((each) => each.row_number))}::int[], ${list("name")}::text[], ${list("number")}::text[],
      ${list("email")}::text[], ${list("country")}::text[], ${list("matchKey")}::text[], ${list("addressKind")}::text[], ${list("problem")}::text[],
      ${notes}::jsonb[]) as given (n, name, number, email, country, match_key, address_kind, problem, notes)
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
  when btrim(c.name) = r.name and (r.email = '' or r.email = c.email) then 'duplicate'
  else 'updated' end`;

/** The rows `r`, each with the person `c` of the target that has its number. */
export const plannedRows = (ctx: DeskContext, of: Pick<ImportRow, "listId">) => sql`${contactImportRows} as r
  left join lateral (${targetOf(of).person(ctx)}) as c on true`;

async function countOutcomes(ctx: DeskContext, row: ImportRow): Promise<ImportCounts> {
  const found = await ctx.db.execute<{ outcome: string; count: string }>(sql`
    select outcome, count(*) as count from (select ${plannedOutcome(ctx)} as outcome from ${plannedRows(ctx, row)}
      where ${peopleIn(ctx, row)}) as planned group by outcome`);
  return toCounts(found);
}

export function toCounts(found: readonly { outcome: string; count: string }[]): ImportCounts {
  const of = (outcome: string) => Number(found.find((each) => each.outcome === outcome)?.count ?? 0);
  return Object.fromEntries(rowOutcomes.map((outcome) => [outcome, of(outcome)])) as ImportCounts;
}
