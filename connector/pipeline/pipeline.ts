import type { Logger } from "pino";
import type { ChannelMessaging } from "../channel.ts";
import type { CompanyTransactions } from "../company-transactions.ts";
import { type InboxReader, InboxWorker } from "../inbox/inbox-worker.ts";
import type { StoredRows } from "../inbox/stored-rows.ts";
import type { MediaFetcher } from "../media/media-fetcher.ts";
import { openDeliveries } from "../outbox/deliveries.ts";
import { Outbox, type OutboxParts } from "../outbox/outbox.ts";
import type { Lease } from "../ownership/lease.ts";
import { openTyping } from "./typing-indicators.ts";

export type PipelineParts = Omit<OutboxParts, "transactions" | "lease" | "logger" | "channel"> & {
  transactions: CompanyTransactions;
  lease: Lease;
  logger: Logger;
  channel: ChannelMessaging;
  media: MediaFetcher;
  /** Decrypts and normalises received rows. */
  read: InboxReader;
  /** The received rows that the channel stores; without it, others store all of them. */
  stored?: StoredRows;
  /** Closes the channel after the last message was handed over. */
  closeChannel?(): Promise<void>;
  /** Resolves when the channel has reported the outcome of everything that was handed over. */
  settled?(): Promise<void>;
};

/** The inbox, the outbox and the typing indicators of a connection on any channel, while this process owns it. */
export class Pipeline {
  readonly channel: ChannelMessaging;
  readonly outbox: Outbox;
  readonly inbox: InboxWorker;
  readonly deliveries: ReturnType<typeof openDeliveries>;
  readonly typing: ReturnType<typeof openTyping>;
  readonly #parts: PipelineParts;

  constructor(parts: PipelineParts) {
    const { lease, logger, channel, media } = parts;
    this.channel = channel;
    this.#parts = parts;
    this.outbox = new Outbox(parts);
    this.deliveries = openDeliveries({ ...parts, outbox: this.outbox });
    this.typing = openTyping(parts);
    const { companyId, connectionId } = lease;
    this.inbox = new InboxWorker({
      ...parts,
      onMedia: (messageId) =>
        void media
          .fetch({ companyId, connectionId, messageId })
          .catch((error) =>
            logger.warn({ event: "media_fetch_failed", err: error, messageId }, "Media was not fetched; retrying"),
          ),
    });
  }

  /** The channel is not connected: messages wait until the outbox is opened again. */
  close(): void {
    this.outbox.close();
    this.typing.close();
  }

  /** Waits this long for work in progress, closes the channel and processes the inbox. */
  async stop(drainMs: number): Promise<void> {
    await this.outbox.stop(drainMs);
    this.typing.close();
    await this.#parts.closeChannel?.();
    await this.outbox.stopped();
    await this.#parts.settled?.();
    await this.inbox.stop();
    await this.deliveries.settled();
  }
}
