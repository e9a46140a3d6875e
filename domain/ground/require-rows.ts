import { and, eq } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { DomainError } from "../../contracts/domain-error.ts";
import type { ErrorCode } from "../../contracts/errors.ts";
import { isAnyOf } from "../../db/index.ts";
import type { DeskContext } from "./context.ts";

type CompanyTable = PgTable & { id: AnyPgColumn<{ data: string }>; companyId: AnyPgColumn<{ data: string }> };

/** Refuses with `code` and the first of these ids of which the company has no row. */
export async function requireRows(
  ctx: DeskContext,
  table: CompanyTable,
  ids: readonly string[],
  code: ErrorCode,
): Promise<void> {
  if (ids.length === 0) return;
  const found = await ctx.db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.companyId, ctx.companyId), isAnyOf(table.id, ids)));
  const known = new Set(found.map(({ id }) => id));
  const id = ids.find((one) => !known.has(one));
  if (id) throw new DomainError(code, { id });
}
