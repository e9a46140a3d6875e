import { join } from "node:path";
import type { Logger } from "pino";
import { type Database, listSecrets, type Metrics, openSequencer, type Secret, type Secrets } from "../db/index.ts";
import { type MailConfig, openMailer } from "../domain/account/mail/index.ts";
import { loadPushKeys } from "../domain/desk/notifications/index.ts";
import { listenToPresence, openPresenceBoard } from "../domain/desk/presence/index.ts";
import { type MailRules, readMailRules } from "../domain/office/mails/index.ts";
import {
  type FileStore,
  type FilesAddress,
  openFileStore,
  passingFoldersOf,
  readFilesAddress,
} from "../outside/file-store/index.ts";
import type { GraphConfig } from "../outside/graph/index.ts";
import { noPayments, type Payments } from "../outside/payments/index.ts";
import { publicHostsAnd } from "../outside/untrusted-fetch/index.ts";
import { PUSH_CONTACT } from "../outside/web-push/index.ts";
import { openChannelResealers, openChannels, openMediaDownload } from "./channels.ts";
import { type CompanyTransactions, openCompanyTransactions } from "./company-transactions.ts";
import type { ConnectorConfig } from "./config.ts";
import { dueWork } from "./jobs/due-work.ts";
import { importContacts } from "./jobs/import/import-contacts.ts";
import { startJobs } from "./jobs/jobs.ts";
import { removeCompanies } from "./jobs/remove-companies.ts";
import { startResealing } from "./jobs/reseal.ts";
import { startDueWork } from "./jobs/run-due-work.ts";
import { suspendCompanies } from "./jobs/suspend-companies.ts";
import { openMediaFetcher } from "./media/media-fetcher.ts";
import { Ownership } from "./ownership/ownership.ts";

export type ConnectorParts = {
  database: Database;
  /** For the job workers' own connections; without it no workers run. */
  databaseUrl?: string;
  dataDir: string;
  /** Where files are stored; default: the folder `files` of the data directory. */
  filesAddress?: FilesAddress;
  secrets: Secret | Secrets;
  config: ConnectorConfig;
  logger: Logger;
  metrics?: Metrics;
  owner?: string;
  /** The contact address for push services, and further allowed origins. */
  push?: { contact: string; allowed: readonly string[] };
  /** The platform's app at Meta; without it pages are not hosted. */
  meta?: GraphConfig | null;
  /** The mail server; without it no mails are sent. */
  mail?: MailConfig | null;
  /** The rules for the mails of companies. */
  mailRules?: MailRules;
  /** The ways to pay invoices; without it none is on. */
  payments?: Payments;
};

export type Connector = {
  ownership: Ownership;
  /** Finishes work in progress and releases the leases. */
  stop(): Promise<void>;
};

/** The whole connector without its process, for main and for tests. */
export async function startConnector(parts: ConnectorParts): Promise<Connector> {
  const {
    database,
    databaseUrl,
    dataDir,
    filesAddress = readFilesAddress({}, dataDir),
    secrets,
    config,
    logger,
    metrics,
    owner,
    push,
    meta,
    mail,
    mailRules = readMailRules({}),
    payments = noPayments,
  } = parts;

  const sequencer = openSequencer(database, { took: metrics?.sequencerTook });
  const transactions = openCompanyTransactions(database, sequencer, logger);
  const files = openFileStore(filesAddress, dataDir, { reserveBytes: config.diskReserveBytes });
  const incomingFolder = join(dataDir, "incoming");
  const media = openMediaFetcher({
    transactions,
    files,
    folder: incomingFolder,
    download: openMediaDownload(config.mediaHosts, meta),
    channelOf: (connectionId) => ownership.connection(connectionId)?.channel,
    logger,
  });
  const outgoingFolder = join(dataDir, "outgoing");
  const board = openPresenceBoard();
  const ownership = new Ownership({
    database,
    transactions,
    config,
    logger,
    owner,
    host: openChannels({ database, transactions, files, media, outgoingFolder, secrets, meta, config, logger }),
    onMediaAsked: (job) =>
      void media
        .fetch(job)
        .catch((error) => logger.warn({ event: "media_fetch_failed", err: error }, "Media was not fetched; retrying")),
  });
  const mailer = mail ? openMailer(mail) : null;
  const jobs = databaseUrl
    ? await startJobs({
        url: databaseUrl,
        database,
        media,
        files,
        passingFolders: [incomingFolder, outgoingFolder, ...passingFoldersOf(filesAddress)],
        mailer,
        billing: { database, sequencer, payments },
        companies: {
          suspend: (now) => suspendCompanies({ database, transactions }, now),
          remove: (isStopping) => removeCompanies({ database, files, logger }, isStopping),
        },
        logger,
        importContacts: (job) => importContacts({ transactions, files }, job),
        push: {
          database,
          isAt: board.isAt,
          options: {
            keys: await loadPushKeys(database, secrets),
            contact: push?.contact ?? PUSH_CONTACT,
            allowed: push?.allowed ?? [],
          },
        },
      })
    : null;
  const common = { database, transactions, logger };
  const hosts = publicHostsAnd(config.allowedOrigins);
  const due = databaseUrl
    ? await startDueWork(dueWork({ ...common, ownership, config, files, hosts, secrets, rules: mailRules }), common)
    : null;
  const resealing = databaseUrl
    ? startResealing({ database, transactions, secrets, channels: openChannelResealers(secrets), logger })
    : null;
  if (metrics) gaugeConnector(metrics, { files, transactions, resealing, secrets, ownership });
  const presence = await listenToPresence(database, (notice) => {
    board.record(notice);
    if (notice.answers) ownership.connection(notice.answers.connectionId)?.onPresence(notice);
  });
  await ownership.start();
  return {
    ownership,
    async stop() {
      await presence.stop();
      await resealing?.stop();
      await Promise.all([ownership.stop(), due?.stop()]);
      await jobs?.stop();
      mailer?.close();
      await transactions.settled();
    },
  };
}

type Gauged = {
  files: FileStore;
  transactions: CompanyTransactions;
  resealing: ReturnType<typeof startResealing> | null;
  secrets: Secret | Secrets;
  ownership: Ownership;
};

function gaugeConnector(metrics: Metrics, { files, transactions, resealing, secrets, ownership }: Gauged): void {
  metrics.gauge("disk_free_bytes", "Free where the files lie", files.freeBytes);
  metrics.gaugeBy(
    "companies_away",
    "Companies that cannot be reached, by node",
    "node",
    transactions.places.unreachable,
  );
  if (resealing && listSecrets(secrets).length > 1)
    metrics.gauge("secrets_of_other_key", "Stored secrets that had another key than the first at the last look", () => {
      const last = resealing.last();
      return last ? last.resealed + last.unreadable : Number.NaN;
    });
  metrics.gauge("sessions_held", "Connections held by this process", () => ownership.count);
}
