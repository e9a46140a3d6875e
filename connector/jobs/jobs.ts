import type { Logger } from "pino";
import { DomainError } from "../../contracts/domain-error.ts";
import { type Database, type Jobs, openWorker } from "../../db/index.ts";
import { companyReceives } from "../../domain/account/companies/index.ts";
import type { Mailer } from "../../domain/account/mail/index.ts";
import { removeBytes } from "../../domain/desk/files/index.ts";
import { type PushDeps, sendPushes } from "../../domain/desk/notifications/index.ts";
import type { FileStore } from "../../outside/file-store/index.ts";
import { UntrustedFetchError } from "../../outside/untrusted-fetch/index.ts";
import type { MediaFetcher } from "../media/media-fetcher.ts";
import { type BillingParts, workBilling } from "./billing-jobs.ts";
import { deleteExpired, deleteLeftovers, deleteUploads, fetchUnstored, noticeFullStorages } from "./retention.ts";
import { openMailSender } from "./send-mails.ts";
import { workQueue } from "./work-queue.ts";

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
  /** Suspends and removes companies. */
  companies?: { suspend(now: Date): Promise<void>; remove(isStopping: () => boolean): Promise<boolean> };
  /** Null: without a mail server the jobs end without a mail. Undefined: this process leaves them alone. */
  mailer?: Mailer | null;
  /** Undefined: this process leaves the jobs of invoices and payments alone. */
  billing?: Omit<BillingParts, "logger">;
  logger: Logger;
};

/** The pause before a retry when the disk is full. */
const SPACE_RETRY_SECONDS = 60;

/** How often a job of an inactive or suspended company is looked at. */
const REST_SECONDS = 900;

/** The pause before a removal that was stopped goes on. */
const PAUSE_SECONDS = 60;

/** Starts the job workers. A handler may run twice, in any connector. */
export async function startJobs(parts: JobParts): Promise<{ stop(): Promise<void> }> {
  const { url, database, files, passingFolders = [], companies, mailer, billing, logger } = parts;
  const boss = await openWorker(url, (error) =>
    logger.warn({ event: "job_worker_error", err: error }, "Job worker failed; retrying"),
  );
  let isStopping = false;
  const isSuspended = suspensionsOf(boss, database);
  await workMedia(boss, parts, isSuspended);
  if (files) await workQueue(boss, "files.remove", ({ data }) => removeBytes(files, data.companyId, data.fileIds));
  await workPushesAndImports(boss, parts, isSuspended);
  if (mailer !== undefined) {
    const sendMail = openMailSender({ mailer, logger });
    await workQueue(boss, "mail.send", ({ data, id }) => sendMail(data, id), { workers: 2 });
  }
  if (billing) await workBilling(boss, { ...billing, logger });
  if (companies) await workCompanies(boss, companies, () => isStopping);
  await boss.work<Jobs["retention"]>("retention", { pollingIntervalSeconds: 60 }, async () => {
    await deleteExpired(database, new Date());
    await deleteLeftovers(passingFolders, new Date());
    if (files) await deleteUploads(database, files, new Date());
    // After the removals, which give room.
    await noticeFullStorages(database, new Date());
    await fetchUnstored(database, new Date());
  });
  return {
    async stop() {
      isStopping = true;
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}

type Boss = Awaited<ReturnType<typeof openWorker>>;

/** Puts a job of a suspended company back, which uses up no attempt. Returns whether it did. */
type IsSuspended = <Name extends "media.fetch" | "contacts.import" | "push.send">(
  name: Name,
  data: Jobs[Name],
) => Promise<boolean>;

const suspensionsOf =
  (boss: Boss, { platform }: Database): IsSuspended =>
  async (name, data) => {
    if (await companyReceives(platform, data.companyId, new Date())) return false;
    await boss.send(name, data, { startAfter: REST_SECONDS });
    return true;
  };

async function workMedia(boss: Boss, { media, logger }: JobParts, isSuspended: IsSuspended): Promise<void> {
  await workQueue(
    boss,
    "media.fetch",
    async (job) => {
      if (await isSuspended("media.fetch", job.data)) return;
      try {
        await media.fetch(job.data);
      } catch (error) {
        if (error instanceof DomainError && error.code === "ERR_NO_SPACE") {
          // Uses up no attempt: the customer's file waits for as long as the disk is full.
          await boss.send("media.fetch", job.data, { startAfter: SPACE_RETRY_SECONDS });
          return;
        }
        if (error instanceof DomainError && error.code === "ERR_PLAN_LIMIT_STORAGE") {
          // May stay full for months: `fetchUnstoredMedia` looks for room, and people can request the file.
          await media.giveUp(job.data, error.code);
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
    { workers: 4 },
  );
}

async function workPushesAndImports(
  boss: Boss,
  { push, importContacts }: JobParts,
  isSuspended: IsSuspended,
): Promise<void> {
  if (push)
    await workQueue(
      boss,
      "push.send",
      async ({ data }) => {
        if (!(await isSuspended("push.send", data))) await sendPushes(push, data);
      },
      { workers: 3 },
    );
  if (importContacts)
    await workQueue(boss, "contacts.import", async ({ data }) => {
      if (!(await isSuspended("contacts.import", data))) await importContacts(data);
    });
}

async function workCompanies(
  boss: Boss,
  companies: NonNullable<JobParts["companies"]>,
  isStopping: () => boolean,
): Promise<void> {
  await boss.work<Jobs["companies.suspend"]>("companies.suspend", { pollingIntervalSeconds: 60 }, () =>
    companies.suspend(new Date()),
  );
  await boss.work<Jobs["companies.purge"]>("companies.purge", { pollingIntervalSeconds: 60 }, async () => {
    if (!(await companies.remove(isStopping))) await boss.send("companies.purge", {}, { startAfter: PAUSE_SECONDS });
  });
}
