import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { ErrorCode } from "../../contracts/errors.ts";
import { schema } from "../../db/index.ts";
import type { Jobs } from "../../db/operation/jobs.ts";
import { requireStorage } from "../../domain/account/plans/index.ts";
import { isHeic, jpegOfHeic, removeFile, storeFile } from "../../domain/desk/files/index.ts";
import { attachMedia, failMedia, firstCopyOf, hasBetterCopy, isMessageFile } from "../../domain/desk/messages/index.ts";
import type { DeskContext } from "../../domain/ground/context.ts";
import { derivedId } from "../../domain/ground/derived-id.ts";
import type { FileStore } from "../../outside/file-store/index.ts";
import type { ChannelMessaging } from "../channel.ts";
import type { CompanyTransactions } from "../company-transactions.ts";
import { limitTo } from "../concurrency/concurrency-limit.ts";
import { MediaExpired } from "./media-expired.ts";

const AT_ONCE = 4;
const MAX_COPIES = 4;
const { messages } = schema;

/** Downloads the media of a stored message by its link; throws `MediaExpired` when the link has expired. */
export type MediaDownload = (raw: Record<string, unknown>, toPath: string) => Promise<void>;

export type MediaParts = {
  transactions: CompanyTransactions;
  files: FileStore;
  folder: string;
  download: MediaDownload;
  logger: Logger;
  /** Returns the open connection, if this process owns it. */
  channelOf(connectionId: string): ChannelMessaging | undefined;
};

type Job = Jobs["media.fetch"];

export type MediaFetcher = {
  /** Downloads a message's file into the store. Concurrent calls for one message share one download. */
  fetch(job: Job): Promise<void>;
  /** Marks the media as failed after the last attempt, or at once for the reason of an error code. */
  giveUp(job: Job, error?: ErrorCode): Promise<void>;
};

export function openMediaFetcher(parts: MediaParts): MediaFetcher {
  const underWay = new Map<string, Promise<void>>();
  const limit = limitTo(AT_ONCE);

  async function fetchMedia(job: Job): Promise<void> {
    // A better copy may arrive while the first one is fetched.
    for (let time = 0; time < MAX_COPIES; time++) if (await fetchOnce(parts, job)) return;
  }

  return {
    fetch(job) {
      const known = underWay.get(job.messageId);
      if (known) return known;
      const fetching = limit(() => fetchMedia(job)).finally(() => underWay.delete(job.messageId));
      underWay.set(job.messageId, fetching);
      return fetching;
    },
    giveUp: ({ companyId, messageId }, error) =>
      parts.transactions.runAndNumber(companyId, (ctx) => failMedia(ctx, { messageId, error })),
  };
}

/** Returns true when there is nothing to fetch. */
async function fetchOnce(parts: MediaParts, job: Job): Promise<boolean> {
  const { transactions, files, folder, logger } = parts;
  const { companyId, messageId } = job;
  const message = await transactions.run(companyId, (ctx) => findMessage(ctx, messageId));
  if (!message?.raw) return true;
  const { raw } = message;
  // Named by what is fetched: fetched twice, it is one file.
  let fileId = hasBetterCopy(message) ? derivedId(`better copy ${messageId} ${JSON.stringify(raw)}`) : messageId;
  if (message.state === "ready" && (message.fileId === fileId || !hasBetterCopy(message))) return true;
  await files.requireSpace(0);
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID());
  try {
    const first = message.fileId ? undefined : firstCopyOf(raw);
    let missing: unknown;
    await downloadOrAsk(parts, job, raw, path).catch(async (error) => {
      if (!first) throw error;
      await downloadOrAsk(parts, job, first, path);
      fileId = messageId;
      missing = error;
    });
    const jpeg = message.kind === "image" ? await pictureToShow(logger, message, path) : null;
    const source = { id: fileId, name: jpeg?.name ?? message.name ?? "media", path: jpeg?.path ?? path };
    await transactions.runAndNumber(companyId, (ctx) =>
      storeMedia(ctx, files, { ...message, raw }, source, jpeg !== null),
    );
    // The first copy is shown; the better one is tried again.
    if (missing) throw missing;
    return false;
  } finally {
    await rm(path, { force: true });
    await rm(`${path}.jpg`, { force: true });
  }
}

async function findMessage(ctx: DeskContext, messageId: string) {
  const [message] = await ctx.db
    .select({
      id: messages.id,
      state: messages.mediaState,
      providerId: messages.providerId,
      fileId: messages.fileId,
      kind: messages.mediaType,
      raw: messages.raw,
      name: messages.mediaName,
      type: messages.mediaMimetype,
    })
    .from(messages)
    .where(and(eq(messages.companyId, ctx.companyId), eq(messages.id, messageId)));
  // Before the download, because a full storage may refuse many. The size that the sender gives may be wrong, so the
  // file itself is checked when it is stored.
  if (message?.raw && !message.fileId) await requireStorage(ctx, 1);
  return message;
}

type FoundMessage = NonNullable<Awaited<ReturnType<typeof findMessage>>>;

/** Stores a downloaded file and attaches it to its message. `isConverted`: it is a JPEG of the picture received. */
async function storeMedia(
  ctx: DeskContext,
  files: FileStore,
  message: FoundMessage & { raw: Record<string, unknown> },
  source: { id: string; name: string; path: string },
  isConverted: boolean,
): Promise<void> {
  const file = await storeFile(ctx, files, source);
  // The sender's MIME type is more specific for audio than what the bytes reveal.
  const isOwnType = isConverted || isHeic(file.mimetype) || file.mimetype === "application/octet-stream";
  const attached = await attachMedia(ctx, {
    messageId: message.id,
    fileId: file.id,
    mimetype: isOwnType ? file.mimetype : (message.type ?? file.mimetype),
    size: file.size,
    raw: message.raw,
    ...(isConverted && { name: source.name }),
    // A picture that nobody can show is a file to download.
    ...(message.kind === "image" && isHeic(file.mimetype) && { mediaType: "document" as const }),
  });
  const unused = attached ? message.fileId : file.id;
  if (unused && unused !== (attached ? file.id : null) && !(await isMessageFile(ctx, unused)))
    await removeFile(ctx, files, unused);
}

/** Returns a HEIC picture as JPEG; null: another format, or it could not be converted. */
async function pictureToShow(logger: Logger, { id, name }: FoundMessage, path: string) {
  try {
    return await jpegOfHeic(path, name ?? "foto.heic");
  } catch (err) {
    logger.warn(
      { event: "picture_conversion_failed", err, messageId: id },
      "Received picture was not converted; keeping the original as a document",
    );
    return null;
  }
}

async function downloadOrAsk(
  { download, channelOf, transactions }: MediaParts,
  job: Job,
  raw: Record<string, unknown>,
  toPath: string,
): Promise<void> {
  try {
    await download(raw, toPath);
  } catch (error) {
    if (!(error instanceof MediaExpired)) throw error;
    const channel = channelOf(job.connectionId);
    if (channel) return channel.fetchMedia(raw, toPath);
    await notifyOwner(transactions, job);
    throw error;
  }
}

/** Notifies the connection's owner, because only the owner can ask the sender's phone. */
async function notifyOwner(transactions: CompanyTransactions, job: Job): Promise<void> {
  const { companyId, connectionId, messageId } = job;
  const payload = JSON.stringify({ companyId, connectionId, messageId });
  await transactions.run(companyId, (ctx) => ctx.db.execute(sql`select pg_notify('balcao_media', ${payload})`));
}
