import { and, eq } from "drizzle-orm";
import { fileLimits } from "../../../contracts/desk/messages.ts";
import type { UploadState } from "../../../contracts/desk/uploads.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { FileStore } from "../../../outside/file-store/index.ts";
import { hashOf, headOf } from "../../../outside/file-store/index.ts";
import { requireStorage } from "../../account/plans/index.ts";
import type { Context } from "../../ground/context.ts";
import { acceptType, detectMimetype, HEAD_BYTES, unknownType } from "./detect-type.ts";
import type { FileRow } from "./require-file.ts";
import { requireUploadQuota } from "./unused-uploads.ts";

const { files } = schema;

export type PartPlace = { offset: number; size: number; sha256: string; name: string };

/**
 * Stores one part of an upload. Repeating a part is idempotent; a part that would leave a gap is not written, and the
 * answer says where to continue. The type is detected as soon as enough content is there.
 */
export async function receiveUploadPart(
  ctx: Context,
  store: FileStore,
  id: string,
  place: PartPlace,
  bytes: Uint8Array,
): Promise<UploadState> {
  const file = await claim(ctx, id, place);
  if (file.isComplete) return stateOf(file, place.size);
  const present = await store.size(ctx.companyId, id);
  if (place.offset > present) return stateOf(file, present);
  if (place.offset + bytes.length > file.size) throw new DomainError("ERR_UPLOAD_MISMATCH", { offset: present });
  await store.requireSpace(bytes.length);
  await store.write(ctx.companyId, id, place.offset, bytes);
  const offset = Math.max(present, place.offset + bytes.length);
  if (offset === file.size) return finish(ctx, store, file);
  const hasHead = offset >= HEAD_BYTES && present < HEAD_BYTES;
  return stateOf(hasHead ? await readType(ctx, store, file, false) : file, offset);
}

/** Returns the progress of one of the actor's uploads. */
export async function uploadState(ctx: Context, store: FileStore, id: string): Promise<UploadState> {
  const file = await findOwn(ctx, id);
  if (!file) throw new DomainError("ERR_NO_FILE_FOUND", { id });
  return stateOf(file, file.isComplete ? file.size : await store.size(ctx.companyId, id));
}

function stateOf(file: FileRow, offset: number): UploadState {
  return { id: file.id, offset, complete: file.isComplete, kind: file.isComplete ? file.kind : null };
}

async function findOwn(ctx: Context, id: string): Promise<FileRow | undefined> {
  const [file] = await ctx.db
    .select()
    .from(files)
    .where(and(eq(files.companyId, ctx.companyId), eq(files.id, id), eq(files.userId, ctx.actor.id)))
    .for("no key update");
  return file;
}

/** Creates the upload's row with its first part; parts of one upload wait for each other on it. */
async function claim(ctx: Context, id: string, { size, sha256, name }: PartPlace): Promise<FileRow> {
  const begun = await ctx.db
    .insert(files)
    .values({
      companyId: ctx.companyId,
      id,
      name,
      size,
      sha256,
      userId: ctx.actor.id,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .onConflictDoNothing()
    .returning({ id: files.id });
  if (begun.length > 0) {
    await requireUploadQuota(ctx);
    await requireStorage(ctx, 0);
  }
  const file = await findOwn(ctx, id);
  if (!file) throw new DomainError("ERR_NO_FILE_FOUND", { id });
  // A converted picture keeps the hash of what was uploaded, and has another size.
  if (file.sha256 !== sha256 || (file.size !== size && !file.isComplete))
    throw new DomainError("ERR_UPLOAD_MISMATCH", { id });
  return file;
}

async function change(ctx: Context, id: string, set: Partial<FileRow>): Promise<FileRow> {
  const [changed] = await ctx.db
    .update(files)
    .set({ ...set, updatedAt: ctx.now })
    .where(and(eq(files.companyId, ctx.companyId), eq(files.id, id)))
    .returning();
  if (!changed) throw new Error("a locked file is gone");
  return changed;
}

/** Refuses forbidden types. The head of an unfinished file may be too short to decide. */
async function readType(ctx: Context, store: FileStore, file: FileRow, isWhole: boolean): Promise<FileRow> {
  const head = await headOf(store, ctx.companyId, file.id, HEAD_BYTES);
  const mimetype = await detectMimetype(head, isWhole ? store.read(ctx.companyId, file.id) : undefined);
  if (!isWhole && mimetype === unknownType) return file;
  const detected = acceptType(mimetype, file.name);
  if (!detected) {
    await store.remove(ctx.companyId, file.id);
    throw new DomainError("ERR_FILE_TYPE", { name: file.name });
  }
  if (file.size > fileLimits[detected.kind]) {
    await store.remove(ctx.companyId, file.id);
    throw new DomainError("ERR_FILE_TOO_LARGE", { limit: fileLimits[detected.kind] });
  }
  return detected.kind === file.kind && detected.mimetype === file.mimetype ? file : change(ctx, file.id, detected);
}

async function finish(ctx: Context, store: FileStore, file: FileRow): Promise<UploadState> {
  await store.complete(ctx.companyId, file.id);
  if ((await hashOf(store, ctx.companyId, file.id)) !== file.sha256) {
    // Starts over, because it is unknown which part was wrong.
    await store.remove(ctx.companyId, file.id);
    throw new DomainError("ERR_UPLOAD_MISMATCH", { id: file.id, offset: 0 });
  }
  await readType(ctx, store, file, true);
  return stateOf(await change(ctx, file.id, { isComplete: true }), file.size);
}
