import { createReadStream } from "node:fs";
import { copyFile, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { schema } from "../../../../db/index.ts";
import type { FileStore } from "../../../../outside/file-store/index.ts";
import type { Context } from "../../../ground/context.ts";
import { findFile } from "../require-file.ts";
import { isHeic, jpegOfHeic } from "./picture-formats.ts";

const { files } = schema;

type Run = <T>(work: (ctx: Context) => Promise<T>) => Promise<T>;

/**
 * Replaces a complete upload that is a HEIC picture with a JPEG, outside of a transaction because it takes seconds. A
 * picture that cannot be converted stays a document; `onFailed` gets the error. Idempotent.
 */
export async function convertStoredPicture(
  run: Run,
  store: FileStore,
  id: string,
  onFailed: (error: unknown) => void,
): Promise<void> {
  const found = await run(async (ctx) => ({ companyId: ctx.companyId, file: await findFile(ctx, id) }));
  const { companyId, file } = found;
  if (!file || !isHeic(file.mimetype)) return;
  const folder = await mkdtemp(join(tmpdir(), "picture-"));
  try {
    const path = await store.localPath(companyId, id);
    if (!path) return;
    const copy = join(folder, "picture");
    await copyFile(path, copy);
    const jpeg = await jpegOfHeic(copy, file.name).catch((error) => {
      onFailed(error);
      return null;
    });
    // Not converted: it stays a document, which everybody can download.
    if (!jpeg) return;
    const { size } = await stat(jpeg.path);
    await run(async (ctx) => {
      await store.put(companyId, id, createReadStream(jpeg.path));
      await ctx.db
        .update(files)
        .set({ mimetype: "image/jpeg", kind: "image", name: jpeg.name, size, updatedAt: ctx.now })
        .where(and(eq(files.companyId, companyId), eq(files.id, id)));
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
