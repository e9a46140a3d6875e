import { sql } from "drizzle-orm";
import { ADJUSTED_SHOWN, type AdjustedRowsView, type RowNote } from "../../../contracts/marketing/contact-imports.ts";
import type { Context } from "../../ground/context.ts";
import { outcomeOf } from "./rejected-rows.ts";
import { peopleIn, requireImport } from "./require-import.ts";

type Stored = { row_number: number; name: string; notes: RowNote[] };

/**
 * Returns the first rows that are imported and not as they stand in the file, and how many there are. Empty while the
 * rows are not checked.
 */
export async function adjustedRows(ctx: Context, importId: string): Promise<AdjustedRowsView> {
  const row = await requireImport(ctx, importId);
  const { outcome, rows } = outcomeOf(ctx, row);
  const of = sql`from ${rows} where ${peopleIn(ctx, row)} and r.notes <> '[]'::jsonb and ${outcome} in ('created', 'updated')`;
  const [counted] = await ctx.db.execute<{ count: string }>(sql`select count(*) as count ${of}`);
  const found = await ctx.db.execute<Stored>(
    sql`select r.row_number, r.name, r.notes ${of} order by r.row_number limit ${ADJUSTED_SHOWN}`,
  );
  return {
    count: Number(counted?.count ?? 0),
    rows: found.map(({ row_number: rowNumber, name, notes }) => ({ rowNumber, name, notes })),
  };
}
