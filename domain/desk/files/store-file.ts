import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { and, eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { schema } from "../../../db/index.ts";
import type { FileStore } from "../../../outside/file-store/index.ts";
import { hashOf, headOf } from "../../../outside/file-store/index.ts";
import { requireStorage } from "../../account/plans/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { acceptType, detectMimetype, HEAD_BYTES, unknownType } from "./detect-type.ts";
import type { FileRow } from "./require-file.ts";

const { files } = schema;

export type FileSource = { id?: string; name: string } & ({ path: string } | { bytes: Uint8Array });

/**
 * Stores a whole file from a channel; a customer's file is never refused for its type. Refused when it does not fit into the
 * company's storage or on the disk: the caller fetches it again later. Idempotent by id.
 */
export async function storeFile(ctx: DeskContext, store: FileStore, source: FileSource): Promise<FileRow> {
  const id = source.id ?? uuidv7();
  const existing = await find(ctx, id);
  if (existing) return existing;
  const size = "bytes" in source ? source.bytes.length : (await stat(source.path)).size;
  await requireStorage(ctx, size);
  await store.requireSpace(size);
  await store.put(ctx.companyId, id, "bytes" in source ? [source.bytes] : createReadStream(source.path));
  const head = size > 0 ? await headOf(store, ctx.companyId, id, HEAD_BYTES) : new Uint8Array();
  const mimetype = size > 0 ? await detectMimetype(head, store.read(ctx.companyId, id)) : unknownType;
  const [stored] = await ctx.db
    .insert(files)
    .values({
      companyId: ctx.companyId,
      id,
      name: source.name,
      size,
      sha256: size > 0 ? await hashOf(store, ctx.companyId, id) : "",
      // Types that are refused from users are stored as documents to download.
      ...(acceptType(mimetype, source.name) ?? { mimetype: unknownType, kind: "document" as const }),
      isComplete: true,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .onConflictDoNothing()
    .returning();
  const file = stored ?? (await find(ctx, id));
  if (!file) throw new Error("a file was neither stored nor known");
  return file;
}

async function find(ctx: DeskContext, id: string): Promise<FileRow | undefined> {
  const [file] = await ctx.db
    .select()
    .from(files)
    .where(and(eq(files.companyId, ctx.companyId), eq(files.id, id)));
  return file;
}
