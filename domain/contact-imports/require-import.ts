import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { ImportView } from "../../sync/contracts/contact-imports.ts";
import { can } from "../../sync/contracts/permissions.ts";
import { requireCampaigns } from "../campaigns/index.ts";
import type { Context, DeskContext } from "../context.ts";
import { DomainError } from "../domain-error.ts";

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
  const sample = await ctx.db
    .select({ cells: contactImportRows.cells })
    .from(contactImportRows)
    .where(and(eq(contactImportRows.companyId, ctx.companyId), eq(contactImportRows.importId, row.id)))
    .orderBy(asc(contactImportRows.rowNumber))
    .limit(SAMPLE_ROWS);
  const { id, name, status, headers, mapping, total, done, counts, error } = row;
  return { id, name, status, headers, sample: sample.map(({ cells }) => cells), mapping, total, done, counts, error };
}

export async function changeImport(ctx: DeskContext, id: string, set: Partial<ImportRow>): Promise<void> {
  await ctx.db
    .update(contactImports)
    .set({ ...set, updatedAt: ctx.now })
    .where(and(eq(contactImports.companyId, ctx.companyId), eq(contactImports.id, id)));
}

/** A condition for the rows of an import. */
export const rowsOf = (ctx: DeskContext, importId: string) =>
  sql`${contactImportRows.companyId} = ${ctx.companyId}::uuid and ${contactImportRows.importId} = ${importId}::uuid`;
