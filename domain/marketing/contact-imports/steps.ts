import { and, eq, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { DomainError } from "../../../contracts/domain-error.ts";
import type { ImportColumns } from "../../../contracts/marketing/contact-imports.ts";
import { headersOf, NO_HEADERS } from "../../../contracts/marketing/import-head.ts";
import { enqueue, schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { lockList } from "../contact-lists/index.ts";
import { countHidden, countPeople } from "./keep-rows.ts";
import { changeImport, headRows, type ImportRow, peopleOf, requireImport, rowsOf } from "./require-import.ts";

const { contactImportRows, contactImports } = schema;

/**
 * Starts the import of a stored spreadsheet in the background. `isDirect`: without a preview. `listId`: the contact list
 * that gets the people; null: they become contacts.
 */
export async function beginImport(
  ctx: Context,
  file: { id: string; name: string },
  { isDirect, listId = null }: { isDirect: boolean; listId?: string | null },
): Promise<string> {
  if (listId) await lockList(ctx, listId, "key share");
  const id = uuidv7();
  await ctx.db.insert(contactImports).values({
    companyId: ctx.companyId,
    id,
    userId: ctx.actor.id,
    fileId: file.id,
    listId,
    name: file.name,
    status: "reading",
    isDirect,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  });
  await enqueue(ctx.db, "contacts.import", { companyId: ctx.companyId, importId: id });
  return id;
}

/**
 * Sets the columns, the row with the headers and whether hidden rows are imported; every row after the headers is then
 * checked, and nothing is created yet.
 */
export async function mapImport(
  ctx: Context,
  id: string,
  { headerRow, withHidden, ...mapping }: ImportColumns,
): Promise<void> {
  const row = await requireImport(ctx, id);
  const { status, headers } = row;
  if (status !== "preview" && status !== "checked") throw new DomainError("ERR_IMPORT_STEP", { status });
  const columns = Object.values(mapping).filter((column) => column !== null);
  if (columns.some((column) => column >= headers.length)) {
    throw new DomainError("ERR_VALIDATION", { fields: { mapping: "no such column" } });
  }
  const people = { headerRow: headerRow ?? row.headerRow, withHidden: withHidden ?? row.withHidden };
  const isOther = people.headerRow !== row.headerRow || people.withHidden !== row.withHidden;
  // A file with hidden rows only has no people until they are taken.
  if (isOther || (row.total === 0 && row.hidden > 0)) await changePeople(ctx, row, people);
  await changeImport(ctx, id, { mapping, status: "checking", done: 0, counts: null });
  await enqueue(ctx.db, "contacts.import", { companyId: ctx.companyId, importId: id });
}

/**
 * Makes one of the first rows the headers, or none of them, and takes or leaves hidden rows. Rows up to the headers, and
 * hidden ones that are left, are no people any more.
 */
async function changePeople(
  ctx: Context,
  { id, headers }: ImportRow,
  { headerRow, withHidden }: Pick<ImportRow, "headerRow" | "withHidden">,
): Promise<void> {
  const head = await headRows(ctx, id);
  if (headerRow !== NO_HEADERS && !head.some(({ rowNumber }) => rowNumber === headerRow)) {
    throw new DomainError("ERR_VALIDATION", { fields: { headerRow: ["no such row"] } });
  }
  const total = await countPeople(ctx, { id, headerRow, withHidden });
  if (total === 0) throw new DomainError("ERR_IMPORT_EMPTY");
  // An earlier check may have made one of them the person that later rows repeat.
  await ctx.db.execute(sql`update ${contactImportRows} set match_key = null, problem = null, notes = '[]'
    where ${rowsOf(ctx, id)} and not (${peopleOf(ctx, { id, headerRow, withHidden })})`);
  const hidden = await countHidden(ctx, { id, headerRow });
  const named = headersOf(head, headerRow, headers.length);
  await changeImport(ctx, id, { headerRow, withHidden, headers: named, total, hidden });
}

export async function runImport(ctx: Context, id: string): Promise<void> {
  const { status } = await requireImport(ctx, id);
  if (status !== "checked") throw new DomainError("ERR_IMPORT_STEP", { status });
  await changeImport(ctx, id, { status: "running", done: 0 });
  await enqueue(ctx.db, "contacts.import", { companyId: ctx.companyId, importId: id });
}

/** Deletes an import and its rows; created contacts are kept. */
export async function deleteImport(ctx: Context, id: string): Promise<void> {
  await requireImport(ctx, id);
  await ctx.db
    .delete(contactImports)
    .where(and(eq(contactImports.companyId, ctx.companyId), eq(contactImports.id, id)));
}
