import "./channels/whatsapp/bounded-inflate.ts";
import type { Logger } from "pino";
import type { Database, Secret, Secrets } from "../db/index.ts";
import { eventPlace, openMetaBox, resealTokens } from "../domain/desk/meta/index.ts";
import type { FileStore } from "../outside/file-store/index.ts";
import { type GraphConfig, openGraph, openGraphCall } from "../outside/graph/index.ts";
import { openAttachmentFetcher } from "./channels/meta/fetch-attachment.ts";
import { openGraphMessages } from "./channels/meta/graph-messages.ts";
import { HostedPage, type PageParts } from "./channels/meta/hosted-page.ts";
import { openPagePipeline } from "./channels/meta/page-pipeline.ts";
import { downloadMedia } from "./channels/whatsapp/fetch-media.ts";
import { HostedNumber } from "./channels/whatsapp/hosted-number.ts";
import { inboxSealContext } from "./channels/whatsapp/store/durable-inbox.ts";
import { resealCredentials, resealKeys } from "./channels/whatsapp/store/reseal-numbers.ts";
import { openSecretBox } from "./channels/whatsapp/store/secret-box.ts";
import type { CompanyTransactions } from "./company-transactions.ts";
import type { ConnectorConfig, MediaHosts } from "./config.ts";
import { resealInbox } from "./inbox/reseal-inbox.ts";
import type { Resealer } from "./jobs/reseal.ts";
import type { MediaDownload, MediaFetcher } from "./media/media-fetcher.ts";
import type { OwnershipParts } from "./ownership/ownership.ts";

export type ChannelsParts = {
  database: Database;
  transactions: CompanyTransactions;
  files: FileStore;
  media: MediaFetcher;
  /** For files prepared for sending. */
  outgoingFolder: string;
  secrets: Secret | Secrets;
  /** The platform's app at Meta; without it pages are not hosted. */
  meta?: GraphConfig | null;
  config: ConnectorConfig;
  logger: Logger;
};

/** Registers the channels. No other file outside of `channels/` imports a channel. */
export function openChannels({ database, secrets, meta, ...common }: ChannelsParts): OwnershipParts["host"] {
  const box = openSecretBox(secrets);
  const pages = meta ? pageParts(meta, secrets, common) : null;
  return (lease, channel, onEnd) => {
    if (channel === "whatsapp") return new HostedNumber({ ...common, database, box }, lease, onEnd);
    return pages && new HostedPage(pages, lease, channel, onEnd);
  };
}

/** Returns what encrypts the values that the channels have stored with the first key. */
export function openChannelResealers(secrets: Secret | Secrets): Resealer[] {
  const [numbers, pages] = [openSecretBox(secrets), openMetaBox(secrets)];
  return [
    (company) => resealCredentials(company, numbers),
    (company) => resealKeys(company, numbers),
    (company) => resealTokens(company, pages),
    (company) =>
      resealInbox(company, numbers, ["whatsapp"], ({ connectionId, providerId, part }) =>
        inboxSealContext(connectionId, providerId, part),
      ),
    (company) =>
      resealInbox(company, pages, ["facebook", "instagram"], ({ connectionId, providerId }) =>
        eventPlace(connectionId, providerId),
      ),
  ];
}

type CommonParts = Omit<ChannelsParts, "database" | "secrets" | "meta">;

function pageParts(app: GraphConfig, secrets: Secret | Secrets, common: CommonParts): PageParts {
  const box = openMetaBox(secrets);
  const graph = openGraphMessages(openGraphCall(app));
  const attachments = openAttachmentFetcher(app.graphUrl);
  const { transactions, config, logger } = common;
  const openPipeline: PageParts["openPipeline"] = (parts) =>
    openPagePipeline({ ...common, box, graph, attachments, appId: app.appId, ...parts });
  return { transactions, box, graph: openGraph(app), config, logger, openPipeline };
}

/** Returns the download for the media of any channel's messages. */
export function openMediaDownload(hosts: MediaHosts, meta?: GraphConfig | null): MediaDownload {
  const attachments = meta && openAttachmentFetcher(meta.graphUrl);
  return (raw, toPath) =>
    attachments?.isOfPage(raw) ? attachments.download(raw, toPath) : downloadMedia(raw, toPath, hosts);
}
