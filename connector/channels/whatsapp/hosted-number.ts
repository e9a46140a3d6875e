import type { Logger } from "pino";
import type { Database } from "../../../db/index.ts";
import type { PresenceNotice } from "../../../domain/desk/presence/index.ts";
import type { FileStore } from "../../../outside/file-store/index.ts";
import type { ChannelEnd, ChannelEvents, ChannelMessaging } from "../../channel.ts";
import type { CompanyTransactions } from "../../company-transactions.ts";
import type { ConnectorConfig } from "../../config.ts";
import { StoredRows } from "../../inbox/stored-rows.ts";
import type { MediaFetcher } from "../../media/media-fetcher.ts";
import { openPictures } from "../../media/pictures.ts";
import type { HostedConnection } from "../../ownership/hosted-connection.ts";
import type { Lease } from "../../ownership/lease.ts";
import { Pipeline } from "../../pipeline/pipeline.ts";
import { HistoryWorker } from "./history-worker.ts";
import { providerIdOf } from "./jids.ts";
import { openInboxReader } from "./reading/read-inbox.ts";
import { openReports } from "./reports.ts";
import { WhatsAppSession } from "./session.ts";
import type { SecretBox } from "./store/secret-box.ts";

export type HostParts = {
  database: Database;
  transactions: CompanyTransactions;
  box: SecretBox;
  files: FileStore;
  media: MediaFetcher;
  /** For files prepared for sending. */
  outgoingFolder: string;
  config: ConnectorConfig;
  logger: Logger;
};

/** A WhatsApp connection while this process owns it: its session, its inbox and its outbox. */
export class HostedNumber implements HostedConnection {
  readonly lease: Lease;
  readonly #session: WhatsAppSession;
  readonly #pipeline: Pipeline;
  readonly #history: HistoryWorker;
  readonly #pictures: ReturnType<typeof openPictures>;
  readonly #reports: ReturnType<typeof openReports>;
  #knowsItself = false;

  constructor(hostParts: HostParts, lease: Lease, onEnd: (end: ChannelEnd) => void) {
    this.lease = lease;
    const { box, config, outgoingFolder } = hostParts;
    const logger = hostParts.logger.child({ connectionId: lease.connectionId, epoch: lease.epoch });
    const parts = { ...hostParts, lease, logger, stored: new StoredRows(lease), self: () => this.#session.self };
    this.#reports = openReports(parts);
    this.#session = new WhatsAppSession({ ...parts, events: this.#events(onEnd) });
    const channel = this.#session.messaging;
    this.#pictures = openPictures({ ...parts, folder: outgoingFolder, channel });
    this.#history = new HistoryWorker({ ...parts, mediaHosts: config.mediaHosts });
    this.#pipeline = new Pipeline({
      ...parts,
      channel,
      providerIdOf,
      read: openInboxReader({ box, self: parts.self, groupName: (jid) => channel.groupName(jid) }),
      closeChannel: () =>
        this.#session
          .disconnect()
          .catch((error) => logger.warn({ event: "session_end_failed", err: error }, "Session did not end cleanly")),
    });
  }

  #events(onEnd: (end: ChannelEnd) => void): ChannelEvents {
    const reports = this.#reports;
    return {
      onStatus: (report) => reports.status.add({ ...report, at: new Date() }),
      onOpen: () => {
        this.#pipeline.outbox.open();
        // The write that ended the last socket may have been committed.
        this.#pipeline.inbox.wake();
        this.#pictures.open();
      },
      onClose: () => {
        this.#pipeline.close();
        this.#pictures.close();
      },
      onTyping: (typing) => this.#pipeline.typing.contact(typing),
      // A lost report is repeated when the device is linked again, so no message waits for it.
      onPhonebook: (entries) => void reports.phonebook.add(entries),
      onRestricted: (restriction) => void reports.restriction.add(restriction).then(() => this.#pipeline.outbox.wake()),
      onPictureChanged: (whose) => this.#pictures.changed(whose),
      onNumberChange: reports.numberChange.add,
      onCall: reports.call.add,
      onDelivery: (delivery) => this.#pipeline.deliveries.reportDelivery(delivery),
      onEnd,
    };
  }

  get channel(): ChannelMessaging {
    return this.#session.messaging;
  }

  async start(): Promise<void> {
    await this.#session.connect();
    this.#knowsItself = true;
    this.wake();
  }

  /** Checks outbox and inbox: own messages in the inbox are recognised only when our identity is known. */
  wake(): void {
    this.#pipeline.outbox.wake();
    if (!this.#knowsItself) return;
    this.#pipeline.inbox.wake();
    this.#history.wake();
  }

  onPresence(notice: PresenceNotice): void {
    this.#pipeline.typing.agent(notice);
  }

  /** Waits for work in progress, processes the inbox, and keeps the device linked. */
  async stop(drainMs: number): Promise<void> {
    await Promise.all([this.#pipeline.stop(drainMs), this.#history.stop()]);
    await this.#pictures.settled();
    await this.#reports.settled();
  }

  /** Unlinks the device at a user's request. */
  async logOut(): Promise<void> {
    await this.#session.logOut();
    void this.#reports.status.add({ status: "DISCONNECTED", qrcode: "", reason: null, at: new Date() });
    await this.stop(0);
  }
}
