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

export type MediaFetcher = {
  /** Downloads a message's file into the store. Concurrent calls for one message share one download. */
  fetch(job: Jobs["media.fetch"]): Promise<void>;
  /** Marks the media as failed after the last attempt, or at once for the reason of an error code. */
  giveUp(job: Jobs["media.fetch"], error?: ErrorCode): Promise<void>;
};

export function openMediaFetcher({
  transactions,
  files,
  folder,
  download,
  channelOf,
  logger,
}: MediaParts): MediaFetcher {
  const underWay = new Map<string, Promise<void>>();
  const limit = limitTo(AT_ONCE);

  async function fetchMedia(job: Jobs["media.fetch"]): Promise<void> {
    // A better copy may arrive while the first one is fetched.
    for (let time = 0; time < MAX_COPIES; time++) if (await fetchOnce(job)) return;
  }

  /** Returns true when there is nothing to fetch. */
  async function fetchOnce({ companyId, connectionId, messageId }: Jobs["media.fetch"]): Promise<boolean> {
    const message = await transactions.run(companyId, async (ctx) => {
      const found = await ctx.db
        .select({
          state: messages.mediaState,
          providerId: messages.providerId,
          fileId: messages.fileId,
          kind: messages.mediaType,
          raw: messages.raw,
          name: messages.mediaName,
          type: messages.mediaMimetype,
        })
        .from(messages)
        .where(and(eq(messages.companyId, companyId), eq(messages.id, messageId)));
      const message = found[0];
      // Before the download, because a full storage may refuse many. The size that the sender gives may be wrong, so the
      // file itself is checked when it is stored.
      if (message?.raw && !message.fileId) await requireStorage(ctx, 1);
      return message;
    });
    if (!message?.raw) return true;
    const { raw, kind } = message;
    // Named by what is fetched: fetched twice, it is one file.
    let fileId = hasBetterCopy(message) ? derivedId(`better copy ${messageId} ${JSON.stringify(raw)}`) : messageId;
    if (message.state === "ready" && (message.fileId === fileId || !hasBetterCopy(message))) return true;
    await files.requireSpace(0);
    await mkdir(folder, { recursive: true });
    const path = join(folder, randomUUID());
    try {
      const first = message.fileId ? undefined : firstCopyOf(raw);
      let missing: unknown;
      await downloadOrAsk(raw, path).catch(async (error) => {
        if (!first) throw error;
        await downloadOrAsk(first, path);
        fileId = messageId;
        missing = error;
      });
      const jpeg = kind === "image" ? await pictureToShow(path, message.name ?? "foto.heic", messageId) : null;
      await transactions.runAndNumber(companyId, async (ctx) => {
        const source = { id: fileId, name: jpeg?.name ?? message.name ?? "media", path: jpeg?.path ?? path };
        const file = await storeFile(ctx, files, source);
        // The sender's MIME type is more specific for audio than what the bytes reveal.
        const isOwnType = jpeg !== null || isHeic(file.mimetype) || file.mimetype === "application/octet-stream";
        const attached = await attachMedia(ctx, {
          messageId,
          fileId: file.id,
          mimetype: isOwnType ? file.mimetype : (message.type ?? file.mimetype),
          size: file.size,
          raw,
          ...(jpeg && { name: jpeg.name }),
          // A picture that nobody can show is a file to download.
          ...(kind === "image" && isHeic(file.mimetype) && { mediaType: "document" as const }),
        });
        const unused = attached ? message.fileId : file.id;
        if (unused && unused !== (attached ? file.id : null) && !(await isMessageFile(ctx, unused)))
          await removeFile(ctx, files, unused);
      });
      // The first copy is shown; the better one is tried again.
      if (missing) throw missing;
      return false;
    } finally {
      await rm(path, { force: true });
      await rm(`${path}.jpg`, { force: true });
    }

    /** Returns a HEIC picture as JPEG; null: another format, or it could not be converted. */
    async function pictureToShow(from: string, name: string, id: string) {
      try {
        return await jpegOfHeic(from, name);
      } catch (err) {
        logger.warn(
          { event: "picture_conversion_failed", err, messageId: id },
          "Received picture was not converted; keeping the original as a document",
        );
        return null;
      }
    }

    async function downloadOrAsk(raw: Record<string, unknown>, toPath: string): Promise<void> {
      try {
        await download(raw, toPath);
      } catch (error) {
        if (!(error instanceof MediaExpired)) throw error;
        const channel = channelOf(connectionId);
        if (channel) return channel.fetchMedia(raw, toPath);
        await notifyOwner();
        throw error;
      }
    }

    /** Notifies the connection's owner, because only the owner can ask the sender's phone. */
    async function notifyOwner(): Promise<void> {
      const payload = JSON.stringify({ companyId, connectionId, messageId });
      await transactions.run(companyId, (ctx) => ctx.db.execute(sql`select pg_notify('balcao_media', ${payload})`));
    }
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
      transactions.runAndNumber(companyId, (ctx) => failMedia(ctx, { messageId, error })),
  };
}
