import type { Logger } from "pino";
import { type Database, isOutage } from "../db/index.ts";
import { receiveCall } from "../domain/automation/index.ts";
import { reportConnection, reportRestriction } from "../domain/connections/index.ts";
import { rememberPhonebook } from "../domain/contact-imports/index.ts";
import type { FileStore } from "../domain/files/index.ts";
import { changeNumber, type NumberChange } from "../domain/identity/index.ts";
import type { PresenceNotice } from "../domain/presence/index.ts";
import { inBatches } from "./batches.ts";
import type { Channel, ChannelEnd, IncomingCall, Restriction, TimedReport } from "./channel.ts";
import type { ConnectorConfig } from "./config.ts";
import { openDeliveries } from "./deliveries.ts";
import type { Desk } from "./desk.ts";
import { Fenced, type Lease, requireLease } from "./lease.ts";
import { Outbox } from "./outbox.ts";
import { openPictures } from "./pictures.ts";
import type { SecretBox } from "./secret-box.ts";
import { openTyping } from "./typing.ts";
import { HistoryWorker } from "./whatsapp/history-worker.ts";
import { isOfPast } from "./whatsapp/inbox-rows.ts";
import { InboxWorker } from "./whatsapp/inbox-worker.ts";
import { providerIdOf } from "./whatsapp/jids.ts";
import type { MediaFetcher } from "./whatsapp/media.ts";
import { openInboxReader } from "./whatsapp/read-inbox.ts";
import { WhatsAppSession } from "./whatsapp/session.ts";

export type HostParts = {
  database: Database;
  desk: Desk;
  box: SecretBox;
  files: FileStore;
  media: MediaFetcher;
  /** For what is made ready to be sent. */
  outgoingFolder: string;
  config: ConnectorConfig;
  logger: Logger;
};

/** One connection while this process owns it: its channel, what it receives and what it sends. */
export class HostedConnection {
  readonly lease: Lease;
  readonly #parts: HostParts;
  readonly #logger: Logger;
  readonly #session: WhatsAppSession;
  readonly #inbox: InboxWorker;
  readonly #history: HistoryWorker;
  readonly #outbox: Outbox;
  readonly #deliveries: ReturnType<typeof openDeliveries>;
  readonly #typing: ReturnType<typeof openTyping>;
  readonly #pictures: ReturnType<typeof openPictures>;
  readonly #reports: ReturnType<typeof inBatches<TimedReport>>;
  readonly #calls: ReturnType<typeof inBatches<IncomingCall>>;
  readonly #numberChanges: ReturnType<typeof inBatches<NumberChange>>;
  #knowsItself = false;

  constructor(parts: HostParts, lease: Lease, onEnd: (end: ChannelEnd) => void) {
    this.#parts = parts;
    this.lease = lease;
    const { desk, box, media, config, database, files, outgoingFolder } = parts;
    const { companyId, connectionId } = lease;
    const logger = parts.logger.child({ connectionId, epoch: lease.epoch });
    this.#logger = logger;
    this.#reports = inBatches((reports) => this.#writeReports(reports), {
      isPassing: isOutage,
      onError(error) {
        if (!(error instanceof Fenced)) logger.error({ err: error }, "the connection's state was not reported");
      },
    });
    this.#calls = inBatches(
      (calls) =>
        desk.act(companyId, async (ctx) => {
          for (const call of calls) await receiveCall(ctx, { ...call, connectionId });
        }),
      { isPassing: isOutage, onError: (error) => logger.error({ err: error }, "a call was not noted") },
    );
    this.#numberChanges = inBatches(
      (changes) =>
        desk.act(companyId, async (ctx) => {
          for (const change of changes) await changeNumber(ctx, change);
        }),
      { isPassing: isOutage, onError: (error) => logger.error({ err: error }, "a changed number was not noted") },
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
          this.#outbox.open();
          this.#pictures.open();
        },
        onClose: () => {
          this.#outbox.close();
          this.#typing.close();
          this.#pictures.close();
        },
        onTyping: (typing) => this.#typing.contact(typing),
        // What is lost of it is told again when the device is linked again: nobody's message waits for it.
        onPhonebook: (entries) =>
          void desk
            .look(companyId, (ctx) => rememberPhonebook(ctx, connectionId, entries))
            .catch((error) => logger.warn({ err: error }, "the phone's contacts were not kept")),
        onRestricted: (restriction) => void this.#writeRestriction(restriction),
        onPictureChanged: (whose) => this.#pictures.changed(whose),
        onNumberChange: (change) => this.#numberChanges.add(change),
        onCall: (call) => this.#calls.add(call),
        onDelivery: (delivery) => this.#deliveries.tell(delivery),
        onReceived: (rows) => {
          if (!rows.every(isOfPast)) this.#inbox.wake();
          if (rows.some(isOfPast)) this.#history.wake();
        },
        onEnd,
      },
    });
    this.#outbox = new Outbox({
      desk,
      lease,
      config,
      logger,
      providerIdOf,
      channel: this.#session,
      pathOf: files.path,
      outgoingFolder,
    });
    this.#typing = openTyping({ desk, lease, logger, channel: this.#session });
    this.#pictures = openPictures({
      desk,
      lease,
      files,
      folder: outgoingFolder,
      channel: this.#session,
      config,
      logger,
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
    this.#history = new HistoryWorker({ desk, lease, box, logger, self: () => this.#session.self });
    this.#inbox = new InboxWorker({
      desk,
      lease,
      logger,
      read: openInboxReader({
        box,
        self: () => this.#session.self,
        groupName: (jid) => this.#session.groupName(jid),
      }),
      onMedia: (messageId) =>
        void media
          .fetch({ companyId, connectionId, messageId })
          .catch((error) => logger.warn({ err: error, messageId }, "media will be tried again")),
    });
  }

  get channel(): Channel {
    return this.#session;
  }

  async start(): Promise<void> {
    await this.#session.connect();
    this.#knowsItself = true;
    this.wake();
  }

  /** There may be something to send, or left over to take in: which messages are our own is known by who we are. */
  wake(): void {
    this.#outbox.wake();
    if (!this.#knowsItself) return;
    this.#inbox.wake();
    this.#history.wake();
  }

  /** An agent is at one of its conversations. */
  hearPresence(notice: PresenceNotice): void {
    this.#typing.agent(notice);
  }

  /** Lets what is under way end, takes in what has come, and leaves the device linked. */
  async stop(drainMs: number): Promise<void> {
    await this.#outbox.stop(drainMs);
    await this.#session.disconnect().catch((error) => this.#logger.warn({ err: error }, "the session ended badly"));
    await this.#outbox.stopped;
    await this.#pictures.settled();
    await Promise.all([this.#inbox.stop(), this.#history.stop()]);
    await this.#deliveries.settled();
    await this.#calls.settled();
    await this.#numberChanges.settled();
    await this.#reports.settled();
  }

  /** Unlinks the device for good, as a person asked. */
  async logOut(): Promise<void> {
    await this.#session.logOut();
    void this.#reports.add({ status: "DISCONNECTED", qrcode: "", reason: null, at: new Date() });
    await this.stop(0);
  }

  /** Nothing that a former owner says about a connection counts. */
  async #writeReports(reports: TimedReport[]): Promise<void> {
    const { companyId, connectionId } = this.lease;
    await this.#parts.desk.act(companyId, async (ctx) => {
      await requireLease(ctx.db, this.lease);
      for (const { at, ...report } of reports) await reportConnection({ ...ctx, now: at }, connectionId, report);
    });
  }

  async #writeRestriction(restriction: Restriction): Promise<void> {
    const { companyId, connectionId } = this.lease;
    try {
      await this.#parts.desk.act(companyId, async (ctx) => {
        await requireLease(ctx.db, this.lease);
        await reportRestriction(ctx, connectionId, restriction);
      });
      this.#outbox.wake();
    } catch (error) {
      this.#logger.warn({ err: error }, "a restriction was not noted: the channel refuses what it forbids");
    }
  }
}
