import type { Logger } from "pino";
import type { MediaType } from "../../../contracts/desk/messages.ts";
import { givenIdOf, isSameContent, knownToChannel, type Reach } from "../../../domain/desk/outbox/index.ts";
import { GraphError } from "../../../outside/graph/index.ts";
import type { ChannelMessaging, Delivery, OutgoingContent } from "../../channel.ts";
import type { CompanyTransactions } from "../../company-transactions.ts";
import { limitTo } from "../../concurrency/concurrency-limit.ts";
import { NotAllowedToLeave } from "../../outbox/hand-over.ts";
import { Fenced, type Lease, requireLease } from "../../ownership/lease.ts";
import { type AttachmentFetcher, attachmentIn } from "./fetch-attachment.ts";
import type { GraphMessages, LinkedPage, SentMessage, UploadedFile } from "./graph-messages.ts";

const AT_ONCE = 8;
const THROTTLED_MS = { least: 15_000, most: 600_000 };
/** The tolerance between Meta's clock and ours. */
const CLOCKS_MS = 5 * 60_000;

export type PageChannelParts = {
  transactions: CompanyTransactions;
  lease: Lease;
  page: LinkedPage;
  graph: GraphMessages;
  attachments: AttachmentFetcher;
  logger: Logger;
  /** How long a message without an answer waits: after it, a delivered message is visible at Meta. */
  recheckMs: number;
  onDelivery(delivery: Delivery): Promise<void>;
  /** The page itself has a problem, not a single message. */
  onTrouble(): void;
};

/**
 * Sends over a page. The Graph API is not idempotent: a message that was sent before is looked up first, and sent
 * again only when it is missing.
 */
export class PageChannel implements ChannelMessaging {
  readonly #parts: PageChannelParts;
  /** Requests in flight, by message. */
  readonly #inFlight = new Map<string, { chatKey: string; done: Promise<void> }>();
  readonly #limit = limitTo(AT_ONCE);
  /** Conversations that an agent has open. */
  readonly #watched = new Set<string>();

  constructor(parts: PageChannelParts) {
    this.#parts = parts;
  }

  async findChat({ facebook, instagram }: Reach): Promise<string | null> {
    return (this.#parts.page.channel === "facebook" ? facebook : instagram) ?? null;
  }

  /** Returns before the answer, which is reported as a delivery. */
  async send(content: OutgoingContent): Promise<void> {
    const { messageId, chatKey } = content;
    if (this.#inFlight.has(messageId)) return;
    const done = this.#limit(() => this.#deliver(content)).finally(() => this.#inFlight.delete(messageId));
    this.#inFlight.set(messageId, { chatKey, done });
  }

  /** Resolves when no request to these people is in flight. */
  async settled(people?: ReadonlySet<string>): Promise<void> {
    const awaited = [...this.#inFlight.values()].filter(({ chatKey }) => people?.has(chatKey) ?? true);
    await Promise.all(awaited.map(({ done }) => done));
  }

  async showTyping(chatKey: string, isTyping: boolean): Promise<void> {
    await this.#parts.graph.act(this.#parts.page, chatKey, isTyping ? "typing_on" : "typing_off");
  }

  async watch(chatKey: string): Promise<void> {
    this.#watched.add(chatKey);
    await this.#parts.graph.act(this.#parts.page, chatKey, "mark_seen");
  }

  async unwatch(): Promise<void> {
    this.#watched.clear();
  }

  /** Reports a message of this person as seen when an agent has the conversation open. */
  markSeenIfWatched(chatKey: string): void {
    if (!this.#watched.has(chatKey)) return;
    const { graph, page, logger } = this.#parts;
    graph
      .act(page, chatKey, "mark_seen")
      .catch((err) => logger.debug({ event: "read_receipt_failed", err }, "Read receipt was not sent"));
  }

  /** Refuses the revocation. The domain refuses it earlier: pages cannot revoke messages. */
  async revoke({ revocationId }: { revocationId: string }): Promise<void> {
    await this.#parts.onDelivery({ type: "refused", providerId: revocationId, code: "ERR_CHANNEL_CANNOT_TAKE_BACK" });
  }

  async react({ chatKey, providerId, emoji, reactionId }: Parameters<ChannelMessaging["react"]>[0]): Promise<void> {
    const { graph, page, onDelivery } = this.#parts;
    try {
      // A further attachment has no id of its own at Meta: the reaction goes to the message that contains it.
      await graph.react(page, chatKey, providerId.split("/")[0] ?? providerId, emoji);
    } catch (error) {
      if (!(error instanceof GraphError) || error.isPassing || error.isTokenEnded) throw error;
      return onDelivery({ type: "refused", providerId: reactionId, code: error.sendingProblem });
    }
    await onDelivery({ type: "accepted", providerId: reactionId, at: new Date() });
  }

  async fetchMedia(raw: Record<string, unknown>, toPath: string): Promise<void> {
    const { graph, page, attachments } = this.#parts;
    const { mid, place: position } = attachmentIn(raw);
    await attachments.download(raw, toPath, await graph.addressOf(page, mid, position));
  }

  async #deliver(content: OutgoingContent): Promise<void> {
    const { providerId, messageId } = content;
    const { onDelivery, onTrouble, logger, recheckMs } = this.#parts;
    try {
      const found = content.tries > 0 ? await this.#findEarlierAttempt(content) : undefined;
      const at = found?.at ?? new Date();
      const givenId = found?.id ?? (await this.#postMessage(content));
      return await onDelivery({ type: "accepted", providerId, at, givenId });
    } catch (error) {
      // The new owner sends the message.
      if (error instanceof Fenced) return;
      if (error instanceof NotAllowedToLeave) return onDelivery({ type: "refused", providerId, code: "ERR_OPTED_OUT" });
      const isOfGraph = error instanceof GraphError;
      logger.warn(
        { event: "message_send_failed", err: error, messageId, tries: content.tries },
        "Message was not accepted by the channel; retrying",
      );
      if (!isOfGraph) return onDelivery({ type: "later", providerId, afterMs: recheckMs });
      if (error.isThrottled) return onDelivery({ type: "later", providerId, afterMs: throttledMs(content.tries) });
      if (error.isUncertain || error.isTokenEnded) {
        onTrouble();
        return onDelivery({ type: "later", providerId, afterMs: recheckMs });
      }
      return onDelivery({ type: "refused", providerId, code: error.sendingProblem });
    }
  }

  /** Looks for an earlier attempt that arrived: a message with the same content that is not known to us. */
  async #findEarlierAttempt({
    chatKey,
    writtenAt,
    body,
    mediaType,
  }: OutgoingContent): Promise<SentMessage | undefined> {
    const { graph, page, transactions, lease } = this.#parts;
    const since = writtenAt.getTime() - CLOCKS_MS;
    const sent = (await graph.sentTo(page, chatKey)).filter(({ at }) => at.getTime() >= since);
    const ids = sent.map(({ id }) => id);
    const known = await transactions.run(lease.companyId, (ctx) => knownToChannel(ctx, lease.connectionId, ids));
    return sent.find((one) => !known.has(one.id) && isSameContent({ body, kind: mediaType }, one));
  }

  async #postMessage(content: OutgoingContent): Promise<string> {
    const { messageId, chatKey, body, mediaType, file, quoted, handOver } = content;
    const { graph, page, transactions, lease } = this.#parts;
    const type = attachmentTypes[mediaType] ?? "file";
    const name = file?.mimetype === "audio/wav" ? "audio.wav" : (file?.name ?? "");
    const id = file && (await graph.upload(page, { ...file, name, type }));
    // The message may have waited, and an upload takes time: meanwhile another connector may own the page, or the
    // echo of an earlier attempt may have arrived.
    const arrived = await transactions.run(lease.companyId, async (ctx) => {
      await requireLease(ctx.db, lease);
      return givenIdOf(ctx, messageId);
    });
    if (arrived) return arrived;
    const replyTo = quoted && !quoted.providerId.includes(" ") ? (quoted.providerId.split("/")[0] ?? null) : null;
    const attachment = id ? { id, type } : null;
    const post = () => graph.send(page, { to: chatKey, metadata: messageId, text: body, attachment, replyTo });
    return handOver?.(post) ?? post();
  }
}

const attachmentTypes: Partial<Record<MediaType, UploadedFile["type"]>> = {
  image: "image",
  video: "video",
  audio: "audio",
};

const throttledMs = (tries: number): number => Math.min(THROTTLED_MS.most, THROTTLED_MS.least * 2 ** tries);
