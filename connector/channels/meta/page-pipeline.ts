import type { SecretBox } from "../../../db/index.ts";
import { unnamedId } from "../../../domain/desk/outbox/index.ts";
import type { FileStore } from "../../../outside/file-store/index.ts";
import type { ConnectorConfig } from "../../config.ts";
import { Pipeline, type PipelineParts } from "../../pipeline/pipeline.ts";
import type { AttachmentFetcher } from "./fetch-attachment.ts";
import type { GraphMessages, LinkedPage } from "./graph-messages.ts";
import { PageChannel } from "./page-channel.ts";
import { openEventReader } from "./read-events.ts";

export type PagePipelineParts = Pick<
  PipelineParts,
  "transactions" | "lease" | "logger" | "media" | "outgoingFolder"
> & {
  page: LinkedPage;
  appId: string;
  box: SecretBox;
  graph: GraphMessages;
  attachments: AttachmentFetcher;
  files: FileStore;
  config: ConnectorConfig;
  onTrouble(): void;
};

/** Opens a page's inbox and outbox, while this process owns the page. */
export function openPagePipeline(parts: PagePipelineParts): Pipeline {
  const { transactions, lease, page, appId, box, graph, attachments, files, media, outgoingFolder, config, logger } =
    parts;
  const channel = new PageChannel({
    transactions,
    lease,
    page,
    graph,
    attachments,
    logger,
    recheckMs: config.recheckMs,
    onDelivery: (delivery) => pipeline.deliveries.reportDelivery(delivery),
    onTrouble: parts.onTrouble,
  });
  const pipeline = new Pipeline({
    transactions,
    lease,
    logger,
    channel,
    media,
    config: { acceptWithinMs: config.acceptWithinMs, sendDelayMs: { least: 0, most: 0 } },
    providerIdOf: unnamedId,
    files,
    outgoingFolder,
    // Instagram accepts neither MP3 nor Ogg.
    voices: "wav",
    resumeAfterMs: config.recheckMs,
    read: openEventReader({
      page: { ...page, connectionId: lease.connectionId, appId },
      box,
      graph,
      channel,
      logger,
    }),
    settled: () => channel.settled(),
  });
  return pipeline;
}
