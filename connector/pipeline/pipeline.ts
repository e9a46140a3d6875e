import type { Logger } from "pino";
import type { PresenceNotice } from "../../domain/desk/presence/index.ts";
import type { ChannelMessaging, ContactTyping, Delivery } from "../channel.ts";
import type { CompanyTransactions } from "../company-transactions.ts";
import { type InboxReader, InboxWorker } from "../inbox/inbox-worker.ts";
import type { StoredRow } from "../inbox/stored-rows.ts";
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
  /** Closes the channel after the last message was handed over. */
  closeChannel?(): Promise<void>;
  /** Resolves when the channel has reported the outcome of everything that was handed over. */
  settled?(): Promise<void>;
};

/** The inbox and outbox of a connection on any channel, while this process owns it. */
export class Pipeline {
  readonly channel: ChannelMessaging;
  readonly #parts: PipelineParts;
  readonly #outbox: Outbox;
  readonly #inbox: InboxWorker;
  readonly #deliveries: ReturnType<typeof openDeliveries>;
  readonly #typing: ReturnType<typeof openTyping>;

  constructor(parts: PipelineParts) {
    const { transactions, lease, logger, channel, media, read } = parts;
    this.channel = channel;
    this.#parts = parts;
    this.#outbox = new Outbox(parts);
    this.#deliveries = openDeliveries({
      transactions,
      lease,
      logger,
      outbox: this.#outbox,
    });
    this.#typing = openTyping({ transactions, lease, logger, channel });
    const { companyId, connectionId } = lease;
    this.#inbox = new InboxWorker({
      transactions,
      lease,
      logger,
      read,
      onMedia: (messageId) =>
        void media
          .fetch({ companyId, connectionId, messageId })
          .catch((error) =>
            logger.warn({ event: "media_fetch_failed", err: error, messageId }, "Media was not fetched; retrying"),
          ),
    });
  }

  /** The channel is connected: waiting messages may be sent. */
  open(): void {
    this.#outbox.open();
  }

  close(): void {
    this.#outbox.close();
    this.#typing.close();
  }

  /** There may be something to send. */
  wakeOutbox(): void {
    this.#outbox.wake();
  }

  /** There may be something to process. */
  wakeInbox(): void {
    this.#inbox.wake();
  }

  /** These rows were just stored in the inbox by this process. */
  wakeInboxWith(rows: readonly StoredRow[]): void {
    this.#inbox.wakeWith(rows);
  }

  /** Takes the channel's report about a sent message. Resolves when it is stored. */
  reportDelivery(delivery: Delivery): Promise<void> {
    return this.#deliveries.reportDelivery(delivery);
  }

  contactTyping(typing: ContactTyping): void {
    this.#typing.contact(typing);
  }

  /** An agent's presence at one of its tickets. */
  onPresence(notice: PresenceNotice): void {
    this.#typing.agent(notice);
  }

  /** Waits this long for work in progress, closes the channel and processes the inbox. */
  async stop(drainMs: number): Promise<void> {
    await this.#outbox.stop(drainMs);
    this.#typing.close();
    await this.#parts.closeChannel?.();
    await this.#outbox.stopped();
    await this.#parts.settled?.();
    await this.#inbox.stop();
    await this.#deliveries.settled();
  }
}
