import { sql } from "drizzle-orm";
import { READ_NUMBERS_SHOWN, type ReadNumbersView } from "../../../contracts/marketing/contact-imports.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { peopleIn, requireImport } from "./require-import.ts";

const { contactImportRows } = schema;

type Stored = { row_number: number; name: string; typed: string; number: string; country: string | null };

/**
 * Returns the numbers of valid rows that were read as something else than their typed digits, and all numbers of other
 * countries. Empty while the rows are not checked.
 */
export async function readNumbers(ctx: Context, importId: string): Promise<ReadNumbersView> {
  const row = await requireImport(ctx, importId);
  const { mapping } = row;
  if (!mapping) return { changed: 0, foreign: 0, rows: [] };
  const typed = sql`coalesce(r.cells ->> ${mapping.number}::int, '')`;
  const isChanged = sql`regexp_replace(${typed}, '\\D', '', 'g') <> r.number`;
  const of = sql`from ${contactImportRows} as r where ${peopleIn(ctx, row)}
    and r.problem is null and r.match_key is not null and r.address_kind = 'phone'`;
  const [counted] = await ctx.db.execute<{ changed: string; foreign: string }>(sql`
    select count(*) filter (where ${isChanged}) as changed, count(r.country) as foreign ${of}`);
  const rows = await ctx.db.execute<Stored>(sql`
    select r.row_number, r.name, ${typed} as typed, r.number, r.country ${of} and (r.country is not null or ${isChanged})
    order by r.country is null, r.row_number limit ${READ_NUMBERS_SHOWN}`);
  return {
    changed: Number(counted?.changed ?? 0),
    foreign: Number(counted?.foreign ?? 0),
    rows: rows.map(({ row_number: rowNumber, ...row }) => ({ rowNumber, ...row })),
  };
}
