import { sql } from "drizzle-orm";
import type { ErrorCode } from "../../../contracts/errors.ts";
import { importLimits } from "../../../contracts/marketing/contact-imports.ts";
import { guessColumns, guessHeaderRow, headersOf, NO_HEADERS } from "../../../contracts/marketing/import-head.ts";
import { schema } from "../../../db/index.ts";
import { unmarkedCell } from "../../desk/contacts/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import {
  changeImport,
  findImport,
  headRows,
  type ImportRow,
  type PeopleOf,
  peopleOf,
  rowsOf,
} from "./require-import.ts";

const { contactImportRows } = schema;

/** `isHidden`: the spreadsheet hides the row. */
export type SheetRow = { rowNumber: number; cells: string[]; isHidden?: boolean };

/**
 * Stores rows that were read; rows stored by an earlier, interrupted run are kept. Returns false when reading should
 * stop.
 */
export async function keepRows(ctx: DeskContext, importId: string, rows: readonly SheetRow[]): Promise<boolean> {
  const row = await findImport(ctx, importId);
  if (row?.status !== "reading") return false;
  if (rows.length === 0) return true;
  await ctx.db.execute(sql`insert into ${contactImportRows} (company_id, import_id, row_number, cells, is_hidden)
    select ${ctx.companyId}::uuid, ${importId}::uuid, n, cells, is_hidden from unnest(
      ${sql.param(rows.map(({ rowNumber }) => rowNumber))}::int[],
      ${sql.param(rows.map(({ cells }) => JSON.stringify(cells.map(unmarkedCell))))}::jsonb[],
      ${sql.param(rows.map(({ isHidden = false }) => isHidden))}::bool[]) as given (n, cells, is_hidden)
    on conflict do nothing`);
  await changeImport(ctx, importId, { done: rows.at(-1)?.rowNumber ?? 0 });
  return true;
}

/**
 * Called after the last row. Guesses the row with the headers, and maps columns with known ones; an import without a
 * preview continues with them. A file without headers waits for its columns. Hidden rows are left out, unless the user
 * chooses them in the preview.
 */
export async function finishReading(ctx: DeskContext, importId: string): Promise<void> {
  const row = await findImport(ctx, importId);
  if (row?.status !== "reading") return;
  const head = await headRows(ctx, importId);
  const headerRow = guessHeaderRow(head);
  const total = await countPeople(ctx, { id: importId, headerRow, withHidden: false });
  const hidden = await countHidden(ctx, { id: importId, headerRow });
  if (total === 0 && (hidden === 0 || row.isDirect))
    return changeImport(ctx, importId, { status: "failed", error: "ERR_IMPORT_EMPTY" });
  if (total > importLimits.rows)
    return changeImport(ctx, importId, { status: "failed", error: "ERR_IMPORT_TOO_LARGE" });
  const { name, number, email, areaCode } = guessColumns(head, headerRow);
  const mapping = name !== null && number !== null ? { name, number, email, areaCode } : null;
  const status = row.isDirect && mapping && headerRow !== NO_HEADERS ? "checking" : "preview";
  const headers = headersOf(head, headerRow, await countColumns(ctx, importId));
  await changeImport(ctx, importId, { headerRow, headers, total, hidden, mapping, status, done: 0 });
}

/** Counts the hidden rows after the headers. */
export async function countHidden(ctx: DeskContext, of: Pick<ImportRow, "id" | "headerRow">): Promise<number> {
  const [counted] = await ctx.db.execute<{ hidden: string }>(sql`select count(*) as hidden from ${contactImportRows}
    where ${peopleOf(ctx, { ...of, withHidden: true })} and ${contactImportRows.isHidden}`);
  return Number(counted?.hidden ?? 0);
}

/** Counts the rows that are people. */
export async function countPeople(ctx: DeskContext, of: PeopleOf): Promise<number> {
  const [counted] = await ctx.db.execute<{ total: string }>(
    sql`select count(*) as total from ${contactImportRows} where ${peopleOf(ctx, of)}`,
  );
  return Number(counted?.total ?? 0);
}

/** Counts the columns up to the last one with a text in any row. */
async function countColumns(ctx: DeskContext, importId: string): Promise<number> {
  const [counted] = await ctx.db.execute<{ width: number | null }>(sql`
    select max(cell.place)::int as width
    from ${contactImportRows}, jsonb_array_elements_text(${contactImportRows.cells}) with ordinality as cell (text, place)
    where ${rowsOf(ctx, importId)} and cell.text <> ''`);
  return counted?.width ?? 0;
}

export async function failImport(ctx: DeskContext, importId: string, code: ErrorCode): Promise<void> {
  const row = await findImport(ctx, importId);
  if (row && row.status !== "done") await changeImport(ctx, importId, { status: "failed", error: code });
}
