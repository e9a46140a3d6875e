import type { Logger } from "pino";
import { type Database, isOutage } from "../db/index.ts";
import { receiveCall } from "../domain/automation/index.ts";
import { reportConnection } from "../domain/connections/index.ts";
import { rememberPhonebook } from "../domain/contact-imports/index.ts";
import type { FileStore } from "../domain/files/index.ts";
import type { PresenceNotice } from "../domain/presence/index.ts";
import { inBatches } from "./batches.ts";
import type { Channel, ChannelEnd, IncomingCall, StatusReport } from "./channel.ts";
import type { ConnectorConfig } from "./config.ts";
import { openDeliveries } from "./deliveries.ts";
import type { Desk } from "./desk.ts";
import { Fenced, type Lease, requireLease } from "./lease.ts";
import { Outbox } from "./outbox.ts";
import type { SecretBox } from "./secret-box.ts";
import { openTyping } from "./typing.ts";
import { InboxWorker } from "./whatsapp/inbox-worker.ts";
import { providerIdOf } from "./whatsapp/jids.ts";
import type { MediaFetcher } from "./whatsapp/media.ts";
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
  readonly #outbox: Outbox;
  readonly #deliveries: ReturnType<typeof openDeliveries>;
  readonly #typing: ReturnType<typeof openTyping>;
  readonly #reports: ReturnType<typeof inBatches<StatusReport>>;
  readonly #calls: ReturnType<typeof inBatches<IncomingCall>>;

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
    this.#session = new WhatsAppSession({
      database,
      lease,
      box,
      config,
      logger,
      events: {
        onStatus: (report) => void this.#reports.add(report),
        onOpen: () => this.#outbox.open(),
        onClose: () => {
          this.#outbox.close();
          this.#typing.close();
        },
        onTyping: (typing) => this.#typing.contact(typing),
        // What is lost of it is told again when the device is linked again: nobody's message waits for it.
        onPhonebook: (entries) =>
          void desk
            .look(companyId, (ctx) => rememberPhonebook(ctx, connectionId, entries))
            .catch((error) => logger.warn({ err: error }, "the phone's contacts were not kept")),
        onCall: (call) => this.#calls.add(call),
        onDelivery: (delivery) => this.#deliveries.tell(delivery),
        onReceived: () => this.#inbox.wake(),
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
    this.#deliveries = openDeliveries({
      desk,
      lease,
      logger,
      messageIdOf: (providerId) => this.#outbox.messageIdOf(providerId),
      revokedBy: (revocationId) => this.#outbox.revokedBy(revocationId),
      reactionBy: (reactionId) => this.#outbox.reactions.toldBy(reactionId),
      onAnswered: (providerIds) => this.#outbox.answered(providerIds),
    });
    this.#inbox = new InboxWorker({
      desk,
      lease,
      box,
      logger,
      self: () => this.#session.self,
      groupName: (jid) => this.#session.groupName(jid),
      onMedia: (messageId) =>
        void media
          .fetch({ companyId, connectionId, messageId })
          .catch((error) => logger.warn({ err: error, messageId }, "media will be tried again")),
    });
  }

  get channel(): Channel {
    return this.#session;
  }

  start(): Promise<void> {
    return this.#session.connect();
  }

  /** There may be something to send, or left over to take in. */
  wake(): void {
    this.#outbox.wake();
    this.#inbox.wake();
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
    await this.#inbox.stop();
    await this.#deliveries.settled();
    await this.#calls.settled();
    await this.#reports.settled();
  }

  /** Unlinks the device for good, as a person asked. */
  async logOut(): Promise<void> {
    await this.#session.logOut();
    void this.#reports.add({ status: "DISCONNECTED", qrcode: "", reason: null });
    await this.stop(0);
  }

  /** Nothing that a former owner says about a connection counts. */
  async #writeReports(reports: StatusReport[]): Promise<void> {
    const { companyId, connectionId } = this.lease;
    await this.#parts.desk.act(companyId, async (ctx) => {
      await requireLease(ctx.db, this.lease);
      for (const report of reports) await reportConnection(ctx, connectionId, report);
    });
  }
}
