import { and, eq } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { FileStore } from "../../../outside/file-store/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { files } = schema;

/** Deletes a file and its bytes. */
export async function removeFile(ctx: DeskContext, store: FileStore, id: string): Promise<void> {
  await ctx.db.delete(files).where(and(eq(files.companyId, ctx.companyId), eq(files.id, id)));
  await store.remove(ctx.companyId, id);
}
