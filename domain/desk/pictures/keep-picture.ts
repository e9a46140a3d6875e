import { and, eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { pictureAddress } from "../../../contracts/pictures.ts";
import { schema } from "../../../db/index.ts";
import type { FileStore } from "../../../outside/file-store/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { lockContact, setPictureAddress } from "../contacts/index.ts";
import { type FileRow, removeFile, storeFile } from "../files/index.ts";

const { contactPictures, files } = schema;

/** Pictures rarely change, and the channel restricts accounts that request many. */
const AGAIN_MS = 7 * 86_400_000;
const AFTER_FAILURE_MS = 3_600_000;
const MAX_FAILURE_MS = 86_400_000;

/** A file on this machine; null: the channel says that there is none. */
export type PictureFound = { path: string } | null;

/** Stores the result of a picture request. A changed picture replaces the previous copy. */
export async function keepPicture(
  ctx: DeskContext,
  store: FileStore,
  { contactId, found }: { contactId: string; found: PictureFound },
): Promise<void> {
  const contact = await lockContact(ctx, contactId);
  const before = await pictureOf(ctx, contact.id);
  const after = found && (await storePicture(ctx, store, found.path));
  const isSame = after !== null && before?.sha256 === after.sha256;
  const kept = isSame ? before : after;
  const gone = isSame ? after : before;
  // With jitter, so that requests of one day spread out.
  const dueAt = new Date(ctx.now.getTime() + AGAIN_MS * (1 + Math.random() / 7));
  await note(ctx, contact.id, { fileId: kept?.id ?? null, dueAt, failures: 0 });
  const profilePicUrl = kept ? pictureAddress(kept.id) : "";
  if (contact.profilePicUrl !== profilePicUrl) await setPictureAddress(ctx, contact.id, profilePicUrl);
  if (gone) await removeFile(ctx, store, gone.id);
}

/** No answer, or not a picture: retried later, with growing delays. */
export async function postponePicture(ctx: DeskContext, contactId: string): Promise<void> {
  const [known] = await ctx.db
    .select({ failures: contactPictures.failures })
    .from(contactPictures)
    .where(of(ctx, contactId));
  const failures = (known?.failures ?? 0) + 1;
  const pauseMs = Math.min(MAX_FAILURE_MS, AFTER_FAILURE_MS * 2 ** Math.min(failures - 1, 10));
  await note(ctx, contactId, { failures, dueAt: new Date(ctx.now.getTime() + pauseMs) });
}

const of = (ctx: DeskContext, contactId: string) =>
  and(eq(contactPictures.companyId, ctx.companyId), eq(contactPictures.contactId, contactId));

async function pictureOf(ctx: DeskContext, contactId: string): Promise<FileRow | null> {
  const [row] = await ctx.db
    .select({ file: files })
    .from(contactPictures)
    .innerJoin(files, and(eq(files.companyId, contactPictures.companyId), eq(files.id, contactPictures.fileId)))
    .where(of(ctx, contactId));
  return row?.file ?? null;
}

/** Null: not a picture that a browser should show. */
async function storePicture(ctx: DeskContext, store: FileStore, path: string): Promise<FileRow | null> {
  const file = await storeFile(ctx, store, { id: uuidv7(), name: "picture", path });
  if (file.kind === "image") return file;
  await removeFile(ctx, store, file.id);
  return null;
}

type Noted = { fileId?: string | null; dueAt: Date; failures: number };

function note(ctx: DeskContext, contactId: string, noted: Noted) {
  return ctx.db
    .insert(contactPictures)
    .values({ companyId: ctx.companyId, contactId, askedAt: ctx.now, ...noted })
    .onConflictDoUpdate({
      target: [contactPictures.companyId, contactPictures.contactId],
      set: { askedAt: ctx.now, ...noted },
    });
}
