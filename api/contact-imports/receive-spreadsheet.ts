import type { Context as Call } from "hono";
import { DomainError } from "../../contracts/domain-error.ts";
import { importLimits } from "../../contracts/marketing/contact-imports.ts";
import { beginImport } from "../../domain/marketing/contact-imports/index.ts";
import type { FileStore } from "../../outside/file-store/index.ts";
import type { AppEnv } from "../http/app-env.ts";
import { readFile, readForm, storeReceived } from "../uploads/received-files.ts";

/**
 * Stores the `file` of a multipart call and starts its import; with `preview`, the import waits for its column mapping.
 * `listId`: the contact list that gets the people. Returns the import's id.
 */
export async function receiveSpreadsheet(
  c: Call<AppEnv>,
  fileStore: FileStore,
  { listId = null }: { listId?: string | null } = {},
): Promise<string> {
  const form = await readForm(c.req);
  const file = await readFile(form, "contatos.xlsx", c.var.log);
  if (file.bytes.length > importLimits.bytes) throw new DomainError("ERR_IMPORT_TOO_LARGE");
  if (file.bytes.length === 0) throw new DomainError("ERR_IMPORT_EMPTY");
  const isDirect = !form.has("preview");
  return c.var.act(async (ctx) => {
    // Refuses before the file is stored.
    const id = await beginImport(ctx, file, { isDirect, listId });
    await storeReceived(ctx, fileStore, file);
    return id;
  });
}
