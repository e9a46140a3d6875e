import { join } from "node:path";
import type { Logger } from "pino";
import { type Database, type Metrics, openSequencer } from "../db/index.ts";
import { openDiskFileStore } from "../domain/files/index.ts";
import { type GraphConfig, openGraph, openGraphCall, openMetaBox } from "../domain/meta/index.ts";
import { loadPushKeys, PUSH_CONTACT } from "../domain/notifications/index.ts";
import { listenToPresence, openPresenceBoard } from "../domain/presence/index.ts";
import { publicHostsAnd } from "../domain/untrusted-fetch/index.ts";
import { type AttachmentFetcher, openAttachmentFetcher } from "./channels/meta/fetch-attachment.ts";
import { openGraphMessages } from "./channels/meta/graph-messages.ts";
import { HostedPage, type PageParts } from "./channels/meta/hosted-page.ts";
import { openPageLine } from "./channels/meta/page-pipeline.ts";
import { HostedConnection } from "./channels/whatsapp/hosted-number.ts";
import { openSecretBox } from "./channels/whatsapp/secret-box.ts";
import { openDesk } from "./company-transactions.ts";
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

  function pageParts(app: GraphConfig, attachments: AttachmentFetcher): PageParts {
    const metaBox = openMetaBox(secretKey);
    const graph = openGraphMessages(openGraphCall(app));
    const common = { desk, box: metaBox, graph, attachments, files, media, outgoingFolder, config, appId: app.appId };
    const openLine: PageParts["openLine"] = (line) => openPageLine({ ...common, ...line });
    return { desk, box: metaBox, graph: openGraph(app), config, logger, openLine };
  }

  const box = openSecretBox(secretKey);
  const desk = openDesk(database, openSequencer(database, { took: metrics?.sequencerTook }), logger);
  const files = openDiskFileStore(join(dataDir, "files"), { reserveBytes: config.diskReserveBytes });
  const attachments = meta ? openAttachmentFetcher(meta.graphUrl) : undefined;
  const incomingFolder = join(dataDir, "incoming");
  const media = openMediaFetcher({
    desk,
    files,
    folder: incomingFolder,
    mediaHosts: config.mediaHosts,
    attachments,
    channelOf: (connectionId) => ownership.connection(connectionId)?.channel,
  });
  const outgoingFolder = join(dataDir, "outgoing");
  const host = { database, desk, box, files, media, outgoingFolder, config, logger };
  const pages = meta && attachments ? pageParts(meta, attachments) : null;
  const board = openPresenceBoard();
  const ownership = new Ownership({
    database,
    config,
    logger,
    owner,
    host(lease, channel, onEnd) {
      if (channel === "whatsapp") return new HostedConnection(host, lease, onEnd);
      return pages && new HostedPage(pages, lease, channel, onEnd);
    },
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
        importContacts: (job) => importContacts({ desk, files }, job),
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
    ? await startFlows({ database, desk, files, logger, hosts: publicHostsAnd(config.allowedOrigins) })
    : null;
  const dueWork = databaseUrl ? startDueWork({ database, desk, logger }) : null;
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
      await desk.settled();
    },
  };
}
