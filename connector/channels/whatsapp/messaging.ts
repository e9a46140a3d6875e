import {
  type AnyMessageContent,
  generateWAMessage,
  jidDecode,
  type proto,
  type WAMessage,
  type WASocket,
} from "@whiskeysockets/baileys";
import type { Logger } from "pino";
import type { Reach } from "../../../domain/desk/outbox/index.ts";
import type { ChannelMessaging, OutgoingContent } from "../../channel.ts";
import type { ConnectorConfig } from "../../config.ts";
import type { SessionCaches } from "./caches.ts";
import { compose, composeEdit, quotedMessage } from "./compose.ts";
import { fetchMedia } from "./fetch-media.ts";
import { downloadPicture, pictureUrl } from "./fetch-picture.ts";
import { isGroup, lidJid, phoneJid } from "./jids.ts";
import { libraryLogger } from "./library-logger.ts";
import type { SentPayloads } from "./store/sent-payloads.ts";

const GROUP_NAME_MS = 3_000;

export type MessagingParts = { sent: SentPayloads; caches: SessionCaches; config: ConnectorConfig; logger: Logger };

type Reaction = Parameters<ChannelMessaging["react"]>[0];
type Edit = Parameters<NonNullable<ChannelMessaging["edit"]>>[0];
type OpenSocket = { sock: WASocket; ending: AbortController };

/** Requests over a session's socket, while it has an open one. */
export class Messaging implements ChannelMessaging {
  readonly #parts: MessagingParts;
  #current: OpenSocket | null = null;

  constructor(parts: MessagingParts) {
    this.#parts = parts;
  }

  /** Sets the open socket; null when there is none. */
  use(sock: WASocket | null): void {
    this.#current?.ending.abort();
    this.#current = sock && { sock, ending: new AbortController() };
  }

  async findChat({ lid, phone, group }: Reach): Promise<string | null> {
    if (group) return group;
    if (lid) return lidJid(lid);
    if (!phone) return null;
    const found = await this.#over(({ onWhatsApp }) => onWhatsApp(phone));
    // A query that timed out returns nothing, and then the number may still exist.
    if (!found) throw new Error("the channel did not answer whether the number exists");
    const [first] = found;
    return first?.exists ? phoneJid(jidDecode(first.jid)?.user ?? phone) : null;
  }

  async send(content: OutgoingContent): Promise<void> {
    const { chatKey, providerId } = content;
    const message =
      (await this.#parts.sent.find(providerId)) ??
      (await this.#keep(chatKey, providerId, compose(content), quotedMessage(content)));
    const options = { messageId: providerId, useCachedGroupMetadata: true };
    const relay = () => this.#over((sock) => sock.relayMessage(chatKey, message, options));
    await (content.handOver?.(relay) ?? relay());
  }

  async revoke({ chatKey, providerId, revocationId }: { chatKey: string; providerId: string; revocationId: string }) {
    const key = { remoteJid: chatKey, id: providerId, fromMe: true };
    await this.#over((sock) => sock.sendMessage(chatKey, { delete: key }, { messageId: revocationId }));
  }

  async react({ chatKey, providerId, fromMe, author, emoji, reactionId }: Reaction): Promise<void> {
    const participant = isGroup(chatKey) && author?.includes("@") ? author : undefined;
    const key = { remoteJid: chatKey, id: providerId, fromMe, participant };
    const content = { react: { text: emoji, key } };
    const message = (await this.#parts.sent.find(reactionId)) ?? (await this.#keep(chatKey, reactionId, content));
    const options = { messageId: reactionId, useCachedGroupMetadata: true };
    await this.#over((sock) => sock.relayMessage(chatKey, message, options));
  }

  async edit({ chatKey, providerId, body, editId }: Edit): Promise<void> {
    const { sent } = this.#parts;
    const known = await sent.find(editId);
    const message = known ?? composeEdit({ chatKey, providerId, body }, await sent.find(providerId));
    if (!known) await sent.keep(editId, message);
    const options = { messageId: editId, useCachedGroupMetadata: true, additionalAttributes: { edit: "1" } };
    await this.#over((sock) => sock.relayMessage(chatKey, message, options));
  }

  async showTyping(chatKey: string, isTyping: boolean): Promise<void> {
    await this.#over((sock) => sock.sendPresenceUpdate(isTyping ? "composing" : "paused", chatKey));
  }

  /** Subscribes to a chat's typing. The channel reports typing only to devices that are online themselves. */
  async watch(chatKey: string): Promise<void> {
    if (isGroup(chatKey)) return;
    await this.#over(async (sock) => {
      await sock.sendPresenceUpdate("available");
      await sock.presenceSubscribe(chatKey);
    });
  }

  async unwatch(): Promise<void> {
    await this.#over((sock) => sock.sendPresenceUpdate("unavailable"));
  }

  fetchMedia(raw: Record<string, unknown>, toPath: string): Promise<void> {
    return fetchMedia(this.#open.sock, raw, toPath, this.#parts.config.mediaHosts);
  }

  async fetchPicture(to: { lid?: string; phone?: string; group?: string }, toPath: string): Promise<boolean> {
    const jid = to.group ?? (to.lid ? lidJid(to.lid) : to.phone && phoneJid(to.phone));
    if (!jid) return false;
    const url = await this.#over((sock) => pictureUrl(sock, jid));
    if (url) await downloadPicture(url, toPath, this.#parts.config.mediaHosts);
    return url !== null;
  }

  /** Returns '' when there is no answer in time: a message does not wait for its group's name. */
  async groupName(jid: string): Promise<string> {
    const { caches, logger } = this.#parts;
    const known = caches.groups.get(jid);
    if (known || !this.#current || !isGroup(jid)) return known?.subject ?? "";
    const asked = this.#over((sock) => sock.groupMetadata(jid)).then(
      (group) => {
        caches.groups.set(jid, group);
        return group.subject;
      },
      (error) => {
        logger.warn({ event: "group_name_failed", err: error }, "Group name was not fetched");
        return "";
      },
    );
    const tooLate = new Promise<string>((resolve) => setTimeout(resolve, GROUP_NAME_MS, "").unref());
    return Promise.race([asked, tooLate]);
  }

  get #open(): OpenSocket {
    if (!this.#current) throw new Error("the connection is not open");
    return this.#current;
  }

  /**
   * Runs `work` and rejects as soon as the socket is closed. When we close the socket, the library leaves pending
   * requests unanswered until their timeout, which would also block what has to be sent over the next socket.
   */
  async #over<T>(work: (sock: WASocket) => Promise<T>): Promise<T> {
    const { sock, ending } = this.#open;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const end = () => reject(new Error("the connection has closed"));
    ending.signal.addEventListener("abort", end, { once: true });
    void work(sock)
      .then(resolve, reject)
      .finally(() => ending.signal.removeEventListener("abort", end));
    return promise;
  }

  /**
   * Encodes a message and stores it before it is sent: a phone may request it again a moment later, or after a crash
   * of this process.
   */
  async #keep(
    chatKey: string,
    providerId: string,
    content: AnyMessageContent,
    quoted?: WAMessage,
  ): Promise<proto.IMessage> {
    const full = await this.#over(({ user, waUploadToServer }) =>
      generateWAMessage(chatKey, content, {
        userJid: user?.id ?? "",
        logger: libraryLogger(this.#parts.logger),
        upload: waUploadToServer,
        messageId: providerId,
        quoted,
      }),
    );
    const message = full.message ?? {};
    await this.#parts.sent.keep(providerId, message);
    return message;
  }
}
