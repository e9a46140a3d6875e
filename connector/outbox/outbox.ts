import type { Logger } from "pino";
import type { ErrorCode } from "../../contracts/errors.ts";
import { describeRecording } from "../../domain/desk/messages/index.ts";
import {
  markFailed,
  markSending,
  nextOutgoing,
  type OutgoingMessage,
  postponeSend,
  resumeSends,
} from "../../domain/desk/outbox/index.ts";
import type { FileStore } from "../../outside/file-store/index.ts";
import type { ChannelMessaging } from "../channel.ts";
import type { CompanyTransactions } from "../company-transactions.ts";
import { Loop } from "../concurrency/loop.ts";
import type { ConnectorConfig } from "../config.ts";
import type { VoiceFormat } from "../media/voice/convert-voice.ts";
import { type VoiceNote, VoiceNotes } from "../media/voice/voice-notes.ts";
import { type Lease, requireLease } from "../ownership/lease.ts";
import { Edits } from "./edits.ts";
import { handOverWithConsent, NotAllowedToLeave } from "./hand-over.ts";
import { Reactions } from "./reactions.ts";
import { Revocations } from "./revocations.ts";
import { waitSendDelay } from "./send-delay.ts";
import { openTypingDelay } from "./typing-delay.ts";

const MAX_TRIES = 10;
/** The pause before the next look after a failed one. */
const RETRY_MS = 3_000;

export type OutboxParts = {
  transactions: CompanyTransactions;
  lease: Lease;
  channel: ChannelMessaging;
  config: Pick<ConnectorConfig, "acceptWithinMs" | "sendDelayMs">;
  logger: Logger;
  files: Pick<FileStore, "localPath">;
  /** For files prepared for sending. */
  outgoingFolder: string;
  /** The format for recordings. */
  voices?: VoiceFormat;
  /** Returns the channel id of a message: always the same for the same message. */
  providerIdOf(messageId: string): string;
  /** How long messages in progress of a former owner wait: its own attempts must have ended by then. */
  resumeAfterMs?: number;
};

type InFlight = { messageId: string; providerId: string; timer: NodeJS.Timeout };

/**
 * Sends the messages of one connection. One message per chat is in progress; the next follows after the channel's
 * answer. Without an answer, or after a lost connection, the same message is sent again with the same id.
 */
export class Outbox {
  readonly #parts: OutboxParts;
  /** By contact. */
  readonly #inFlight = new Map<string, InFlight>();
  readonly revocations: Revocations;
  /** Our reactions and edits, independent of the order of messages. */
  readonly reactions: Reactions;
  readonly edits: Edits;
  readonly #voices: VoiceNotes;
  readonly #composing: ReturnType<typeof openTypingDelay>;
  readonly #loop: Loop;
  #hasResumed = false;
  #isOpen = false;
  #campaignsFrom = new Date(0);
  readonly #ending = new AbortController();

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    this.#voices = new VoiceNotes({
      folder: parts.outgoingFolder,
      format: parts.voices ?? "opus",
      logger: parts.logger,
      onMade: (messageId, note) => this.#describe(messageId, note),
    });
    this.#composing = openTypingDelay({ ...parts, wake: () => this.wake() });
    const unpaced = { ...parts, acceptWithinMs: parts.config.acceptWithinMs };
    const paced = { ...unpaced, waitSendDelay: () => this.#waitSendDelay() };
    this.revocations = new Revocations(unpaced);
    this.reactions = new Reactions(paced);
    this.edits = new Edits(paced);
    this.#loop = new Loop({
      work: () => this.#sendAll(),
      onError: (error) =>
        parts.logger.warn({ event: "outbox_poll_failed", err: error }, "Outbox poll failed; retrying"),
      retryMs: RETRY_MS,
    });
  }

  /** There may be something to send. */
  wake(): void {
    this.#loop.wake();
  }

  /** The connection is up: messages in progress on the last one have an unknown outcome and are sent again. */
  open(): void {
    this.#isOpen = true;
    this.wake();
  }

  close(): void {
    this.#isOpen = false;
    for (const { timer } of this.#inFlight.values()) clearTimeout(timer);
    const lost = [...this.#inFlight.values()].map(({ messageId }) => messageId);
    this.#inFlight.clear();
    const followUpsLost = this.#followUps.map((followUps) => followUps.lose());
    if (followUpsLost.includes(true)) this.#hasResumed = false;
    if (lost.length === 0) return;
    const { transactions, lease, logger } = this.#parts;
    transactions
      .run(lease.companyId, async (ctx) => {
        await requireLease(ctx.db, lease);
        for (const messageId of lost) await postponeSend(ctx, { messageId, until: ctx.now });
      })
      .then(() => this.wake())
      .catch((error) =>
        logger.warn(
          { event: "outbox_release_failed", err: error },
          "In-flight messages were not released; they are retried when their send lease expires",
        ),
      );
  }

  messageIdOf(providerId: string): string | undefined {
    return [...this.#inFlight.values()].find((flight) => flight.providerId === providerId)?.messageId;
  }

  answered(providerIds: string[]): void {
    const answered = new Set(providerIds);
    for (const followUps of this.#followUps) followUps.answered(answered);
    for (const [contactId, { messageId, providerId, timer }] of this.#inFlight) {
      if (!answered.has(providerId)) continue;
      clearTimeout(timer);
      this.#voices.forget(messageId);
      this.#inFlight.delete(contactId);
    }
    this.wake();
  }

  /** Starts nothing new and waits this long for messages being handed over and in flight. */
  async stop(drainMs: number): Promise<void> {
    this.#ending.abort();
    const stopped = this.#loop.stop();
    const deadline = performance.now() + drainMs;
    await Promise.race([stopped, pause(drainMs)]);
    while (this.#isOpen && this.#inFlight.size > 0 && performance.now() < deadline) await pause(20);
    for (const { timer } of this.#inFlight.values()) clearTimeout(timer);
    this.#composing.stop();
    // Recordings being handed over are read until then.
    void stopped.then(() => this.#voices.forgetAll());
  }

  /** Resolves when nothing is being handed over any more, at the latest when the connection has closed. */
  stopped(): Promise<void> {
    return this.#loop.stop();
  }

  async #sendAll(): Promise<void> {
    const canSend = () => this.#canSend;
    if (this.#canSend && !this.#hasResumed) await this.#resume();
    while (this.#canSend && (await this.#sendDue())) await this.revocations.sendDue(canSend);
    if (this.#canSend) await this.revocations.sendDue(canSend);
    if (this.#canSend) await this.edits.sendDue(canSend);
    if (this.#canSend) await this.reactions.sendDue(canSend);
  }

  /** Messages in progress of a former owner have no one waiting for their answer. */
  async #resume(): Promise<void> {
    const { transactions, lease } = this.#parts;
    await transactions.run(lease.companyId, async (ctx) => {
      await requireLease(ctx.db, lease);
      await resumeSends(ctx, lease.connectionId, this.#parts.resumeAfterMs);
    });
    for (const followUps of this.#followUps) await followUps.resume();
    this.#hasResumed = true;
  }

  get #followUps() {
    return [this.revocations, this.reactions, this.edits];
  }

  get #canSend(): boolean {
    return this.#isOpen && !this.#loop.hasStopped;
  }

  #waitSendDelay(): Promise<void> {
    return waitSendDelay(this.#parts.config.sendDelayMs, this.#ending.signal);
  }

  /** Returns false when nothing was due. */
  async #sendDue(): Promise<boolean> {
    const { transactions, lease } = this.#parts;
    const skipContactIds = [...this.#inFlight.keys(), ...this.#voices.contactIds, ...this.#composing.contactIds];
    const due = await transactions.run(lease.companyId, (ctx) =>
      nextOutgoing(ctx, lease.connectionId, {
        limit: 20,
        skipContactIds,
        skipCampaigns: ctx.now < this.#campaignsFrom,
      }),
    );
    for (const message of due) {
      if (!this.#canSend) return false;
      await this.#send(message);
      if (message.isCampaign) {
        this.#delayCampaigns();
        // Messages of agents that were written meanwhile go before the next one.
        return true;
      }
      await this.#waitSendDelay();
    }
    return due.length > 0;
  }

  /** The delay after a campaign message applies to the next one only: it must not hold back an agent's reply. */
  #delayCampaigns(): void {
    const delayMs = this.#parts.config.sendDelayMs.least;
    if (delayMs === 0) return;
    this.#campaignsFrom = new Date(Date.now() + delayMs);
    // A timer may end a millisecond early.
    this.#loop.wakeIn(delayMs + 10);
  }

  async #send(message: OutgoingMessage): Promise<void> {
    const { channel, lease, transactions, config, logger } = this.#parts;
    const { messageId, contactId, mediaType, quoted, file: stored } = message;
    if (message.tries >= MAX_TRIES) return this.#refuse(messageId, "ERR_SENDING_WAPP_MSG");
    if (!this.#composing.isDone(message)) return;
    const path = await this.#pathOf(message);
    if (path === null) return this.#refuse(messageId, "ERR_SENDING_WAPP_MSG");
    if (path === undefined) return this.#again(message);
    const kept = stored && { ...stored, path };
    const voice = kept && this.#voices.of(message, kept);
    // Not awaited: messages to other contacts are sent meanwhile.
    if (voice === undefined) return;
    if (voice === "tooLong") {
      this.#voices.forget(messageId);
      return this.#refuse(messageId, "ERR_VOICE_TOO_LONG");
    }
    const file = kept && { ...kept, ...voice };
    try {
      const chatKey = message.chatKey ?? (await channel.findChat(message.to));
      if (!chatKey) return await this.#refuse(messageId, "ERR_WAPP_INVALID_CONTACT");
      const providerId = message.providerId ?? this.#parts.providerIdOf(messageId);
      const going = await transactions.run(lease.companyId, async (ctx) => {
        await requireLease(ctx.db, lease);
        return markSending(ctx, { messageId, chatKey, providerId });
      });
      if (!going) return this.#voices.forget(messageId);
      const timer = setTimeout(() => this.answered([providerId]), config.acceptWithinMs);
      this.#inFlight.set(contactId, { messageId, providerId, timer });
      const { body } = going;
      const { tries, writtenAt } = message;
      const handOver = message.needsConsent ? handOverWithConsent(transactions, lease.companyId, messageId) : undefined;
      await channel.send({ messageId, providerId, chatKey, body, mediaType, tries, writtenAt, file, quoted, handOver });
    } catch (error) {
      if (error instanceof NotAllowedToLeave) return this.#optedOut(message);
      logger.warn(
        { event: "message_send_failed", err: error, messageId, tries: message.tries },
        "Message was not accepted by the channel; retrying",
      );
      await this.#again(message);
    }
  }

  /** Resolves with '' for a message without a file, with null for a lost file, with undefined when it cannot be read now. */
  async #pathOf({ messageId, file }: OutgoingMessage): Promise<string | null | undefined> {
    const { files, lease, logger } = this.#parts;
    if (!file) return "";
    try {
      return await files.localPath(lease.companyId, file.id);
    } catch (error) {
      logger.warn(
        { event: "message_file_unreachable", err: error, messageId },
        "File of a message is not reachable; retrying",
      );
      return undefined;
    }
  }

  async #optedOut({ messageId, contactId }: OutgoingMessage): Promise<void> {
    this.#voices.forget(messageId);
    await this.#refuse(messageId, "ERR_OPTED_OUT");
    this.#forget(contactId);
  }

  #forget(contactId: string): void {
    clearTimeout(this.#inFlight.get(contactId)?.timer);
    this.#inFlight.delete(contactId);
  }

  async #describe(messageId: string, note: VoiceNote | null): Promise<void> {
    const { transactions, lease } = this.#parts;
    this.wake();
    if (note) await transactions.runAndNumber(lease.companyId, (ctx) => describeRecording(ctx, { messageId, ...note }));
  }

  /** Without a connection it is sent as soon as there is one; after an error of its own it waits. */
  async #again({ messageId, contactId, tries }: OutgoingMessage): Promise<void> {
    const { transactions, lease } = this.#parts;
    this.#forget(contactId);
    const delayMs = this.#isOpen ? Math.min(60_000, 1_000 * 2 ** tries) : 0;
    await transactions.run(lease.companyId, async (ctx) => {
      await requireLease(ctx.db, lease);
      await postponeSend(ctx, { messageId, until: new Date(ctx.now.getTime() + delayMs) });
    });
  }

  async #refuse(messageId: string, code: ErrorCode): Promise<void> {
    await this.#parts.transactions.runAndNumber(this.#parts.lease.companyId, (ctx) =>
      markFailed(ctx, { messageId, code }),
    );
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
