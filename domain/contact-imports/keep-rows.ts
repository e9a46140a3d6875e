import { sql } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import { guessMapping } from "../../sync/contracts/contact-imports.ts";
import type { ErrorCode } from "../../sync/contracts/errors.ts";
import type { DeskContext } from "../context.ts";
import { changeImport, findImport, rowsOf } from "./require-import.ts";

const { contactImportRows } = schema;

export type SheetRow = { rowNumber: number; cells: string[] };

/**
 * Stores rows that were read; rows stored by an earlier, interrupted run are kept. Returns false when reading should
 * stop.
 */
export async function keepRows(ctx: DeskContext, importId: string, rows: readonly SheetRow[]): Promise<boolean> {
  const row = await findImport(ctx, importId);
  if (row?.status !== "reading") return false;
  if (rows.length === 0) return true;
  await ctx.db.execute(sql`insert into ${contactImportRows} (company_id, import_id, row_number, cells)
    select ${ctx.companyId}::uuid, ${importId}::uuid, n, cells from unnest(
      ${sql.param(rows.map(({ rowNumber }) => rowNumber))}::int[],
      ${sql.param(rows.map(({ cells }) => JSON.stringify(cells)))}::jsonb[]) as given (n, cells)
    on conflict do nothing`);
  await changeImport(ctx, importId, { done: rows.at(-1)?.rowNumber ?? 0 });
  return true;
}

/**
 * Called after the last row. Columns with known headers are mapped; an import without a preview continues with them.
 */
export async function finishReading(ctx: DeskContext, importId: string, headers: string[]): Promise<void> {
  const row = await findImport(ctx, importId);
  if (row?.status !== "reading") return;
  const [counted] = await ctx.db.execute<{ total: string }>(
    sql`select count(*) as total from ${contactImportRows} where ${rowsOf(ctx, importId)}`,
  );
  const total = Number(counted?.total ?? 0);
  if (total === 0) return changeImport(ctx, importId, { status: "failed", error: "ERR_IMPORT_EMPTY" });
  const { name, number, email } = guessMapping(headers);
  const mapping = name !== null && number !== null ? { name, number, email } : null;
  const status = row.isDirect && mapping ? "checking" : "preview";
  await changeImport(ctx, importId, { headers, total, mapping, status, done: 0 });
}

export async function failImport(ctx: DeskContext, importId: string, code: ErrorCode): Promise<void> {
  const row = await findImport(ctx, importId);
  if (row && row.status !== "done") await changeImport(ctx, importId, { status: "failed", error: code });
}
