import { join } from "node:path";
import type { Logger } from "pino";
import { type Database, type Metrics, openSequencer } from "../db/index.ts";
import { openDiskFileStore } from "../domain/files/index.ts";
import type { GraphConfig } from "../domain/meta/index.ts";
import { loadPushKeys, PUSH_CONTACT } from "../domain/notifications/index.ts";
import { listenToPresence, openPresenceBoard } from "../domain/presence/index.ts";
import { publicHostsAnd } from "../domain/untrusted-fetch/index.ts";
import { openChannels, openMediaDownload } from "./channels.ts";
import { openCompanyTransactions } from "./company-transactions.ts";
import type { ConnectorConfig } from "./config.ts";
import { startDueWork } from "./jobs/due-work.ts";
import { startFlows } from "./jobs/flows/tell-flows.ts";
import { importContacts } from "./jobs/import/import-contacts.ts";
import { startJobs } from "./jobs/jobs.ts";
import { openMediaFetcher } from "./media/media-fetcher.ts";
import { Ownership } from "./ownership/ownership.ts";

export type ConnectorParts = {
  database: Database;
  /** For the job workers' own connections; without it no workers run. */
  databaseUrl?: string;
  dataDir: string;
  secretKey: string;
  config: ConnectorConfig;
  logger: Logger;
  metrics?: Metrics;
  owner?: string;
  /** The contact address for push services, and further allowed origins. */
  push?: { contact: string; allowed: readonly string[] };
  /** The platform's app at Meta; without it pages are not hosted. */
  meta?: GraphConfig | null;
};

export type Connector = {
  ownership: Ownership;
  /** Finishes work in progress and releases the leases. */
  stop(): Promise<void>;
};

/** The whole connector without its process, for main and for tests. */
export async function startConnector(parts: ConnectorParts): Promise<Connector> {
  const { database, databaseUrl, dataDir, secretKey, config, logger, metrics, owner, push, meta } = parts;

  const transactions = openCompanyTransactions(
    database,
    openSequencer(database, { took: metrics?.sequencerTook }),
    logger,
  );
  const files = openDiskFileStore(join(dataDir, "files"), { reserveBytes: config.diskReserveBytes });
  const incomingFolder = join(dataDir, "incoming");
  const media = openMediaFetcher({
    transactions,
    files,
    folder: incomingFolder,
    download: openMediaDownload(config.mediaHosts, meta),
    channelOf: (connectionId) => ownership.connection(connectionId)?.channel,
  });
  const outgoingFolder = join(dataDir, "outgoing");
  const board = openPresenceBoard();
  const ownership = new Ownership({
    database,
    config,
    logger,
    owner,
    host: openChannels({ database, transactions, files, media, outgoingFolder, secretKey, meta, config, logger }),
    onMediaAsked: (job) =>
      void media
        .fetch(job)
        .catch((error) => logger.warn({ event: "media_fetch_failed", err: error }, "Media was not fetched; retrying")),
  });
  const jobs = databaseUrl
    ? await startJobs({
        url: databaseUrl,
        database,
        media,
        files,
        passingFolders: [incomingFolder, outgoingFolder],
        logger,
        importContacts: (job) => importContacts({ transactions, files }, job),
        push: {
          database,
          isAt: board.isAt,
          options: {
            keys: await loadPushKeys(database, secretKey),
            contact: push?.contact ?? PUSH_CONTACT,
            allowed: push?.allowed ?? [],
          },
        },
      })
    : null;
  const flows = databaseUrl
    ? await startFlows({ database, transactions, files, logger, hosts: publicHostsAnd(config.allowedOrigins) })
    : null;
  const dueWork = databaseUrl ? startDueWork({ database, transactions, logger }) : null;
  metrics?.gauge("disk_free_bytes", "Free where the files lie", files.freeBytes);
  metrics?.gauge("sessions_held", "Connections held by this process", () => ownership.count);
  const presence = await listenToPresence(database, (notice) => {
    board.hear(notice);
    if (notice.answers) ownership.connection(notice.answers.connectionId)?.hearPresence(notice);
  });
  await ownership.start();
  return {
    ownership,
    async stop() {
      await presence.stop();
      await ownership.stop();
      await flows?.stop();
      await dueWork?.stop();
      await jobs?.stop();
      await transactions.settled();
    },
  };
}
