import { and, eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { enqueue, schema } from "../../db/index.ts";
import type { ImportMapping } from "../../sync/contracts/contact-imports.ts";
import { lockList } from "../contact-lists/index.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../domain-error.ts";
import { changeImport, requireImport } from "./require-import.ts";

const { contactImports } = schema;

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

/** Sets the column mapping; every row is then checked, and nothing is created yet. */
export async function mapImport(ctx: Context, id: string, mapping: ImportMapping): Promise<void> {
  const { status, headers } = await requireImport(ctx, id);
  if (status !== "preview" && status !== "checked") throw new DomainError("ERR_IMPORT_STEP", { status });
  const columns = [mapping.name, mapping.number, mapping.email].filter((column) => column !== null);
  if (columns.some((column) => column >= headers.length)) {
    throw new DomainError("ERR_VALIDATION", { fields: { mapping: "no such column" } });
  }
  await changeImport(ctx, id, { mapping, status: "checking", done: 0, counts: null });
  await enqueue(ctx.db, "contacts.import", { companyId: ctx.companyId, importId: id });
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
