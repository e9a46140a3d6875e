import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, sql } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { Jobs } from "../../db/jobs.ts";
import { type FileStore, storeFile } from "../../domain/files/index.ts";
import { attachMedia, failMedia } from "../../domain/messages/index.ts";
import type { ChannelMessaging } from "../channel.ts";
import type { CompanyTransactions } from "../company-transactions.ts";
import { limitTo } from "../concurrency/concurrency-limit.ts";
import { MediaExpired } from "./media-expired.ts";

const AT_ONCE = 4;
const { messages } = schema;

/** Downloads the media of a stored message by its link; throws `MediaExpired` when the link has expired. */
export type MediaDownload = (raw: Record<string, unknown>, toPath: string) => Promise<void>;

export type MediaParts = {
  transactions: CompanyTransactions;
  files: FileStore;
  folder: string;
  download: MediaDownload;
  /** Returns the open connection, if this process owns it. */
  channelOf(connectionId: string): ChannelMessaging | undefined;
};

export type MediaFetcher = {
  /** Downloads a message's file into the store. Concurrent calls for one message share one download. */
  fetch(job: Jobs["media.fetch"]): Promise<void>;
  /** Marks the media as failed after the last attempt. */
  giveUp(job: Jobs["media.fetch"]): Promise<void>;
};

export function openMediaFetcher({ transactions, files, folder, download, channelOf }: MediaParts): MediaFetcher {
  const underWay = new Map<string, Promise<void>>();
  const limit = limitTo(AT_ONCE);

  async function bring({ companyId, connectionId, messageId }: Jobs["media.fetch"]): Promise<void> {
    const message = await transactions.run(companyId, async (ctx) => {
      const found = await ctx.db
        .select({
          state: messages.mediaState,
          raw: messages.raw,
          name: messages.mediaName,
          type: messages.mediaMimetype,
        })
        .from(messages)
        .where(and(eq(messages.companyId, companyId), eq(messages.id, messageId)));
      return found[0];
    });
    if (!message?.raw || message.state === "ready") return;
    await files.requireSpace(0);
    await mkdir(folder, { recursive: true });
    const path = join(folder, randomUUID());
    try {
      await downloadOrAsk(message.raw, path);
      await transactions.runAndNumber(companyId, async (ctx) => {
        // The message's own id is the file's id: fetched twice, it is one file.
        const file = await storeFile(ctx, files, { id: messageId, name: message.name ?? "media", path });
        // The sender's MIME type is more specific for audio than what the bytes reveal.
        const mimetype = file.mimetype === "application/octet-stream" ? file.mimetype : (message.type ?? file.mimetype);
        await attachMedia(ctx, { messageId, fileId: file.id, mimetype, size: file.size });
      });
    } finally {
      await rm(path, { force: true });
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
      const fetching = limit(() => bring(job)).finally(() => underWay.delete(job.messageId));
      underWay.set(job.messageId, fetching);
      return fetching;
    },
    giveUp: ({ companyId, messageId }) => transactions.runAndNumber(companyId, (ctx) => failMedia(ctx, { messageId })),
  };
}
