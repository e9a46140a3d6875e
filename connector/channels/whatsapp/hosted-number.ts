import type { Logger } from "pino";
import { type Database, isTransientDbError } from "../../../db/index.ts";
import { receiveCall } from "../../../domain/desk/automation/index.ts";
import { reportConnection, reportRestriction } from "../../../domain/desk/connections/index.ts";
import { changeNumber, type NumberChange } from "../../../domain/desk/identity/index.ts";
import type { PresenceNotice } from "../../../domain/desk/presence/index.ts";
import { rememberPhonebook } from "../../../domain/marketing/contact-imports/index.ts";
import type { FileStore } from "../../../outside/file-store/index.ts";
import type { ChannelEnd, ChannelMessaging, IncomingCall, Restriction, TimedReport } from "../../channel.ts";
import type { CompanyTransactions } from "../../company-transactions.ts";
import { inBatches } from "../../concurrency/batches.ts";
import type { ConnectorConfig } from "../../config.ts";
import { isHistoryRow } from "../../inbox/inbox-rows.ts";
import type { MediaFetcher } from "../../media/media-fetcher.ts";
import { openPictures } from "../../media/pictures.ts";
import { Fenced, type Lease, requireLease } from "../../ownership/lease.ts";
import { Pipeline } from "../../pipeline/pipeline.ts";
import { HistoryWorker } from "./history-worker.ts";
import { providerIdOf } from "./jids.ts";
import { openInboxReader } from "./read-inbox.ts";
import type { SecretBox } from "./secret-box.ts";
import { WhatsAppSession } from "./session.ts";

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
export class HostedNumber {
  readonly lease: Lease;
  readonly #parts: HostParts;
  readonly #logger: Logger;
  readonly #session: WhatsAppSession;
  readonly #pipeline: Pipeline;
  readonly #history: HistoryWorker;
  readonly #pictures: ReturnType<typeof openPictures>;
  readonly #reports: ReturnType<typeof inBatches<TimedReport>>;
  readonly #calls: ReturnType<typeof inBatches<IncomingCall>>;
  readonly #numberChanges: ReturnType<typeof inBatches<NumberChange>>;
  #knowsItself = false;

  constructor(parts: HostParts, lease: Lease, onEnd: (end: ChannelEnd) => void) {
    this.#parts = parts;
    this.lease = lease;
    const { transactions, box, media, config, database, files, outgoingFolder } = parts;
    const { companyId, connectionId } = lease;
    const logger = parts.logger.child({ connectionId, epoch: lease.epoch });
    this.#logger = logger;
    this.#reports = inBatches((reports) => this.#writeReports(reports), {
      isPassing: isTransientDbError,
      onError(error) {
        if (!(error instanceof Fenced))
          logger.error({ event: "connection_status_write_failed", err: error }, "Connection status was not stored");
      },
    });
    this.#calls = inBatches(
      (calls) =>
        transactions.runAndNumber(companyId, async (ctx) => {
          for (const call of calls) await receiveCall(ctx, { ...call, connectionId });
        }),
      {
        isPassing: isTransientDbError,
        onError: (error) => logger.error({ event: "call_write_failed", err: error }, "Incoming call was not stored"),
      },
    );
    this.#numberChanges = inBatches(
      (changes) =>
        transactions.runAndNumber(companyId, async (ctx) => {
          for (const change of changes) await changeNumber(ctx, change);
        }),
      {
        isPassing: isTransientDbError,
        onError: (error) =>
          logger.error({ event: "number_change_write_failed", err: error }, "Changed phone number was not stored"),
      },
    );
    this.#session = new WhatsAppSession({
      database,
      lease,
      box,
      config,
      logger,
      events: {
        onStatus: (report) => this.#reports.add({ ...report, at: new Date() }),
        onOpen: () => {
          this.#pipeline.open();
          // The write that ended the last socket may have been committed.
          this.#pipeline.wakeInbox();
          this.#pictures.open();
        },
        onClose: () => {
          this.#pipeline.close();
          this.#pictures.close();
        },
        onTyping: (typing) => this.#pipeline.contactTyping(typing),
        // A lost report is repeated when the device is linked again, so no message waits for it.
        onPhonebook: (entries) =>
          void transactions
            .run(companyId, (ctx) => rememberPhonebook(ctx, connectionId, entries))
            .catch((error) =>
              logger.warn({ event: "phonebook_write_failed", err: error }, "Phone's address book was not stored"),
            ),
        onRestricted: (restriction) => void this.#writeRestriction(restriction),
        onPictureChanged: (whose) => this.#pictures.changed(whose),
        onNumberChange: (change) => this.#numberChanges.add(change),
        onCall: (call) => this.#calls.add(call),
        onDelivery: (delivery) => this.#pipeline.reportDelivery(delivery),
        onReceived: (rows) => {
          if (!rows.every(isHistoryRow)) this.#pipeline.wakeInboxWith(rows);
          if (rows.some(isHistoryRow)) this.#history.wake();
        },
        onEnd,
      },
    });
    this.#pictures = openPictures({
      transactions,
      lease,
      files,
      folder: outgoingFolder,
      channel: this.#session.messaging,
      config,
      logger,
    });
    this.#history = new HistoryWorker({
      transactions,
      lease,
      box,
      mediaHosts: config.mediaHosts,
      logger,
      self: () => this.#session.self,
    });
    this.#pipeline = new Pipeline({
      transactions,
      lease,
      logger,
      channel: this.#session.messaging,
      media,
      config,
      providerIdOf,
      files,
      outgoingFolder,
      read: openInboxReader({
        box,
        self: () => this.#session.self,
        groupName: (jid) => this.#session.messaging.groupName(jid),
      }),
      closeChannel: () =>
        this.#session
          .disconnect()
          .catch((error) => logger.warn({ event: "session_end_failed", err: error }, "Session did not end cleanly")),
    });
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
    this.#pipeline.wakeOutbox();
    if (!this.#knowsItself) return;
    this.#pipeline.wakeInbox();
    this.#history.wake();
  }

  /** An agent's presence at one of its tickets. */
  onPresence(notice: PresenceNotice): void {
    this.#pipeline.onPresence(notice);
  }

  /** Waits for work in progress, processes the inbox, and keeps the device linked. */
  async stop(drainMs: number): Promise<void> {
    await Promise.all([this.#pipeline.stop(drainMs), this.#history.stop()]);
    await this.#pictures.settled();
    await this.#calls.settled();
    await this.#numberChanges.settled();
    await this.#reports.settled();
  }

  /** Unlinks the device at a user's request. */
  async logOut(): Promise<void> {
    await this.#session.logOut();
    void this.#reports.add({ status: "DISCONNECTED", qrcode: "", reason: null, at: new Date() });
    await this.stop(0);
  }

  /** Reports of a former owner are fenced off. */
  async #writeReports(reports: TimedReport[]): Promise<void> {
    const { companyId, connectionId } = this.lease;
    await this.#parts.transactions.runAndNumber(companyId, async (ctx) => {
      await requireLease(ctx.db, this.lease);
      for (const { at, ...report } of reports) await reportConnection({ ...ctx, now: at }, connectionId, report);
    });
  }

  async #writeRestriction(restriction: Restriction): Promise<void> {
    const { companyId, connectionId } = this.lease;
    try {
      await this.#parts.transactions.runAndNumber(companyId, async (ctx) => {
        await requireLease(ctx.db, this.lease);
        await reportRestriction(ctx, connectionId, restriction);
      });
      this.#pipeline.wakeOutbox();
    } catch (error) {
      this.#logger.warn(
        { event: "restriction_write_failed", err: error },
        "Account restriction was not stored; the channel enforces it",
      );
    }
  }
}
