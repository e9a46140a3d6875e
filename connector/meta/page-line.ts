import type { Logger } from "pino";
import type { SecretBox } from "../../db/index.ts";
import type { FileStore } from "../../domain/files/index.ts";
import { unnamedId } from "../../domain/outbox/index.ts";
import type { PresenceNotice } from "../../domain/presence/index.ts";
import type { ConnectorConfig } from "../config.ts";
import { openDeliveries } from "../deliveries.ts";
import type { Desk } from "../desk.ts";
import type { Lease } from "../lease.ts";
import { Outbox } from "../outbox.ts";
import { openTyping } from "../typing.ts";
import { InboxWorker } from "../whatsapp/inbox-worker.ts";
import type { MediaFetcher } from "../whatsapp/media.ts";
import type { AttachmentFetcher } from "./fetch-attachment.ts";
import type { GraphMessages, PagePlace } from "./graph-messages.ts";
import { PageChannel } from "./page-channel.ts";
import { openEventReader } from "./read-events.ts";

export type PageLineParts = {
  desk: Desk;
  lease: Lease;
  place: PagePlace;
  appId: string;
  box: SecretBox;
  graph: GraphMessages;
  attachments: AttachmentFetcher;
  files: FileStore;
  media: MediaFetcher;
  outgoingFolder: string;
  config: ConnectorConfig;
  logger: Logger;
  onTrouble(): void;
};

/** What a page receives and sends, while this process owns it. */
export class PageLine {
  readonly channel: PageChannel;
  readonly #outbox: Outbox;
  readonly #inbox: InboxWorker;
  readonly #deliveries: ReturnType<typeof openDeliveries>;
  readonly #typing: ReturnType<typeof openTyping>;

  constructor(parts: PageLineParts) {
    const {
      desk,
      lease,
      place,
      appId,
      box,
      graph,
      attachments,
      files,
      media,
      outgoingFolder,
      config,
      logger,
      onTrouble,
    } = parts;
    const { companyId, connectionId } = lease;
    this.channel = new PageChannel({
      desk,
      lease,
      place,
      graph,
      attachments,
      logger,
      lookAgainMs: config.lookAgainMs,
      onDelivery: (delivery) => this.#deliveries.tell(delivery),
      onTrouble,
    });
    this.#outbox = new Outbox({
      desk,
      lease,
      config: { acceptWithinMs: config.acceptWithinMs, paceMs: { least: 0, most: 0 } },
      logger,
      providerIdOf: unnamedId,
      channel: this.channel,
      pathOf: files.path,
      outgoingFolder,
      // Instagram takes neither MP3 nor Ogg.
      voices: "wav",
      resumeAfterMs: config.lookAgainMs,
    });
    this.#deliveries = openDeliveries({
      desk,
      lease,
      logger,
      messageIdOf: (providerId) => this.#outbox.messageIdOf(providerId),
      revokedBy: (revocationId) => this.#outbox.revokedBy(revocationId),
      reactionBy: (reactionId) => this.#outbox.reactions.toldBy(reactionId),
      editBy: (editId) => this.#outbox.edits.toldBy(editId),
      onAnswered: (providerIds) => this.#outbox.answered(providerIds),
    });
    this.#typing = openTyping({ desk, lease, logger, channel: this.channel });
    this.#inbox = new InboxWorker({
      desk,
      lease,
      logger,
      read: openEventReader({ place: { ...place, connectionId, appId }, box, graph, channel: this.channel, logger }),
      onMedia: (messageId) =>
        void media
          .fetch({ companyId, connectionId, messageId })
          .catch((error) => logger.warn({ err: error, messageId }, "media will be tried again")),
    });
  }

  /** The page answers: what waits may go. */
  open(): void {
    this.#outbox.open();
  }

  close(): void {
    this.#outbox.close();
    this.#typing.close();
  }

  wake(): void {
    this.#outbox.wake();
    this.#inbox.wake();
  }

  hearPresence(notice: PresenceNotice): void {
    this.#typing.agent(notice);
  }

  async stop(drainMs: number): Promise<void> {
    await this.#outbox.stop(drainMs);
    this.#typing.close();
    await this.#outbox.stopped;
    await this.channel.settled();
    await this.#inbox.stop();
    await this.#deliveries.settled();
  }
}
