import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { channelAddresses } from "../../domain/desk/contacts/index.ts";
import { keepPicture, markPictureDue, nextPicture, postponePicture } from "../../domain/desk/pictures/index.ts";
import type { FileStore } from "../../outside/file-store/index.ts";
import type { ChannelEvents, ChannelMessaging } from "../channel.ts";
import type { CompanyTransactions } from "../company-transactions.ts";
import type { ConnectorConfig } from "../config.ts";
import type { Lease } from "../ownership/lease.ts";

export type PictureParts = {
  transactions: CompanyTransactions;
  lease: Lease;
  files: FileStore;
  /** For files in transit. */
  folder: string;
  channel: Pick<ChannelMessaging, "fetchPicture">;
  config: Pick<ConnectorConfig, "pictureMs">;
  logger: Logger;
};

/**
 * Fetches the pictures of a connection's contacts: one at a time, with pauses, each about once a week. The database
 * knows what is due; the timer only polls.
 */
export function openPictures({ transactions, lease, files, folder, channel, config, logger }: PictureParts) {
  const { companyId, connectionId } = lease;
  const { least, most, idle } = config.pictureMs;
  let timer: NodeJS.Timeout | undefined;
  let isOpen = false;
  let running: Promise<void> = Promise.resolve();

  function pollIn(ms: number): void {
    clearTimeout(timer);
    if (!isOpen) return;
    timer = setTimeout(() => {
      running = poll();
    }, ms);
    timer.unref();
  }

  async function poll(): Promise<void> {
    let pauseMs = idle;
    try {
      if (await askForNext()) pauseMs = least + Math.random() * (most - least);
    } catch (error) {
      logger.warn({ event: "picture_poll_failed", err: error }, "Profile pictures were not fetched; retrying later");
    }
    pollIn(pauseMs);
  }

  /** Returns false when none is due. */
  async function askForNext(): Promise<boolean> {
    const due = await transactions.run(companyId, (ctx) => nextPicture(ctx, connectionId));
    if (!due || !channel.fetchPicture) return false;
    const { contactId, to } = due;
    await mkdir(folder, { recursive: true });
    const path = join(folder, randomUUID());
    try {
      const isThere = await channel.fetchPicture(to, path);
      await transactions.runAndNumber(companyId, (ctx) =>
        keepPicture(ctx, files, { contactId, found: isThere ? { path } : null }),
      );
    } catch (error) {
      if (!isOpen) return false;
      logger.debug(
        { event: "picture_fetch_failed", err: error, contactId },
        "Profile picture was not fetched; retrying later",
      );
      await transactions.run(companyId, (ctx) => postponePicture(ctx, contactId));
    } finally {
      await rm(path, { force: true });
    }
    return true;
  }

  const changed: ChannelEvents["onPictureChanged"] = ({ party, group }) => {
    const addresses = group ? [{ kind: "group" as const, address: group }] : channelAddresses(party);
    if (addresses.length === 0) return;
    transactions
      .run(companyId, (ctx) => markPictureDue(ctx, { addresses }))
      .then(() => pollIn(least))
      .catch((error) =>
        logger.warn(
          { event: "picture_change_write_failed", err: error },
          "Picture change was not stored; the weekly check fetches it",
        ),
      );
  };

  return {
    open(): void {
      isOpen = true;
      pollIn(least + Math.random() * (most - least));
    },
    close(): void {
      isOpen = false;
      clearTimeout(timer);
    },
    changed,
    settled: () => running,
  };
}
