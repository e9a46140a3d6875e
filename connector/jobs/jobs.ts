import type { JobWithMetadata } from "pg-boss";
import type { Logger } from "pino";
import { type Database, type Jobs, openWorker } from "../../db/index.ts";
import { DomainError } from "../../domain/domain-error.ts";
import type { FileStore } from "../../domain/files/index.ts";
import { type PushDeps, sendPushes } from "../../domain/notifications/index.ts";
import { UntrustedFetchError } from "../../domain/untrusted-fetch/index.ts";
import type { MediaFetcher } from "../media/media-fetcher.ts";
import { dropExpired, dropLeftovers, dropUploads } from "./retention.ts";

export type JobParts = {
  url: string;
  database: Database;
  media: MediaFetcher;
  files?: FileStore;
  /** Folders for files in transit. */
  passingFolders?: readonly string[];
  push?: PushDeps;
  /** Runs the next step of a contact import. */
  importContacts?: (job: Jobs["contacts.import"]) => Promise<void>;
  logger: Logger;
};

/** The pause before a retry when the disk is full. */
const SPACE_RETRY_SECONDS = 60;

/** Starts the job workers. A handler may run twice, in any connector. */
export async function startJobs(parts: JobParts): Promise<{ stop(): Promise<void> }> {
  const { url, database, media, files, passingFolders = [], push, importContacts, logger } = parts;
  const boss = await openWorker(url, (error) =>
    logger.warn({ event: "job_worker_error", err: error }, "Job worker failed; retrying"),
  );
  await boss.work(
    "media.fetch",
    { includeMetadata: true, localConcurrency: 4, pollingIntervalSeconds: 2 },
    async ([job]: JobWithMetadata<Jobs["media.fetch"]>[]) => {
      if (!job) return;
      try {
        await media.fetch(job.data);
      } catch (error) {
        if (error instanceof DomainError && error.code === "ERR_NO_SPACE") {
          // Uses up no attempt: the customer's file waits for as long as the disk is full.
          await boss.send("media.fetch", job.data, { startAfter: SPACE_RETRY_SECONDS });
          return;
        }
        const isRefused = error instanceof UntrustedFetchError;
        if (isRefused || job.retryCount >= job.retryLimit) await media.giveUp(job.data);
        if (!isRefused) throw error;
        logger.warn(
          { event: "media_address_refused", err: error, messageId: job.data.messageId },
          "Media was not fetched: its address is not allowed",
        );
      }
    },
  );
  if (push)
    await boss.work<Jobs["push.send"]>(
      "push.send",
      { localConcurrency: 4, pollingIntervalSeconds: 1 },
      async ([job]) => {
        if (job) await sendPushes(push, job.data);
      },
    );
  if (importContacts)
    await boss.work<Jobs["contacts.import"]>("contacts.import", { pollingIntervalSeconds: 1 }, async ([job]) => {
      if (job) await importContacts(job.data);
    });
  await boss.work<Jobs["retention"]>("retention", { pollingIntervalSeconds: 60 }, async () => {
    await dropExpired(database, new Date());
    await dropLeftovers(passingFolders, new Date());
    if (files) await dropUploads(database, files, new Date());
  });
  return { stop: () => boss.stop({ graceful: true, timeout: 5_000 }) };
}
