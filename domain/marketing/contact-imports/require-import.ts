import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import { can } from "../../../contracts/account/permissions.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import type { ImportView } from "../../../contracts/marketing/contact-imports.ts";
import { HEAD_ROWS, type HeadRow } from "../../../contracts/marketing/import-head.ts";
import { schema } from "../../../db/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";
import { requireCampaigns } from "../campaigns/index.ts";

const { contactImports, contactImportRows } = schema;

export type ImportRow = typeof contactImports.$inferSelect;

const SAMPLE_ROWS = 5;

/** Locks the import: its steps and batches run one after another. */
export async function findImport(ctx: DeskContext, id: string): Promise<ImportRow | null> {
  const [found] = await ctx.db
    .select()
    .from(contactImports)
    .where(and(eq(contactImports.companyId, ctx.companyId), eq(contactImports.id, id)))
    .for("no key update");
  return found ?? null;
}

/**
 * Returns the user's own import; admins may use all of the company, and users who may manage campaigns those into
 * lists. Others do not exist.
 */
export async function requireImport(ctx: Context, id: string): Promise<ImportRow> {
  const found = await findImport(ctx, id);
  const { actor } = ctx;
  const isTheirs = found?.listId
    ? can.manageCampaigns(actor.profile)
    : found?.userId === actor.id || can.continueOthersImports(actor.profile);
  if (found?.listId && isTheirs) await requireCampaigns(ctx);
  if (!found || !isTheirs) throw new DomainError("ERR_NO_IMPORT_FOUND", { id });
  return found;
}

/** Returns the most recent import, possibly still running: the user's own into the contacts, or anyone's into a list. */
export async function latestImport(
  ctx: Context,
  { listId }: { listId: string | null } = { listId: null },
): Promise<ImportView | null> {
  const { userId, listId: target } = contactImports;
  const wanted = listId ? eq(target, listId) : and(eq(userId, ctx.actor.id), isNull(target));
  const [latest] = await ctx.db
    .select()
    .from(contactImports)
    .where(and(eq(contactImports.companyId, ctx.companyId), wanted))
    .orderBy(desc(contactImports.createdAt))
    .limit(1);
  return latest ? viewOf(ctx, latest) : null;
}

export async function importView(ctx: Context, id: string): Promise<ImportView> {
  return viewOf(ctx, await requireImport(ctx, id));
}

async function viewOf(ctx: Context, row: ImportRow): Promise<ImportView> {
  const { id, name, status, headers, headerRow, hidden, withHidden, mapping, total, done, counts, error } = row;
  const people = await ctx.db
    .select({ cells: contactImportRows.cells })
    .from(contactImportRows)
    .where(peopleOf(ctx, row))
    .orderBy(asc(contactImportRows.rowNumber))
    .limit(SAMPLE_ROWS);
  return {
    ...{ id, name, status, headers, headerRow, hidden, withHidden, mapping, total, done, counts, error },
    idleSeconds: Math.max(0, Math.floor((ctx.now.getTime() - row.updatedAt.getTime()) / 1_000)),
    head: await headRows(ctx, id),
    sample: people.map(({ cells }) => cells),
  };
}

/** Returns the first rows of the file, with those above the headers. */
export async function headRows(ctx: DeskContext, importId: string): Promise<HeadRow[]> {
  const { rowNumber, cells, isHidden } = contactImportRows;
  const rows = await ctx.db
    .select({ rowNumber, cells, isHidden })
    .from(contactImportRows)
    .where(and(eq(contactImportRows.companyId, ctx.companyId), eq(contactImportRows.importId, importId)))
    .orderBy(asc(contactImportRows.rowNumber))
    .limit(HEAD_ROWS);
  return rows.map(({ isHidden, ...row }) => (isHidden ? { ...row, isHidden } : row));
}

export async function changeImport(ctx: DeskContext, id: string, set: Partial<ImportRow>): Promise<void> {
  await ctx.db
    .update(contactImports)
    .set({ ...set, updatedAt: ctx.now })
    .where(and(eq(contactImports.companyId, ctx.companyId), eq(contactImports.id, id)));
}

/** A condition for the rows of an import's file. */
export const rowsOf = (ctx: DeskContext, importId: string) =>
  sql`${contactImportRows.companyId} = ${ctx.companyId}::uuid and ${contactImportRows.importId} = ${importId}::uuid`;

export type PeopleOf = Pick<ImportRow, "id" | "headerRow" | "withHidden">;

/** A condition for the rows that are people: those after the headers, without hidden ones unless they are wanted. */
export const peopleOf = (ctx: DeskContext, { id, headerRow, withHidden }: PeopleOf) =>
  sql`${rowsOf(ctx, id)} and ${contactImportRows.rowNumber} > ${headerRow}
    and (${withHidden}::bool or not ${contactImportRows.isHidden})`;

/** The same condition for a statement that names the table `r`. */
export const peopleIn = (ctx: DeskContext, { id, headerRow, withHidden }: PeopleOf) =>
  sql`r.company_id = ${ctx.companyId}::uuid and r.import_id = ${id}::uuid and r.row_number > ${headerRow}
    and (${withHidden}::bool or not r.is_hidden)`;
