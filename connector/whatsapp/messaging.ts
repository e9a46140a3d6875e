import { generateWAMessage, jidDecode, type proto, type WASocket } from "@whiskeysockets/baileys";
import type { Logger } from "pino";
import type { OutgoingContent } from "../channel.ts";
import type { ConnectorConfig } from "../config.ts";
import { libraryLogger } from "../logger.ts";
import type { SessionCaches } from "./caches.ts";
import { compose, quotedMessage } from "./compose.ts";
import { fetchMedia } from "./fetch-media.ts";
import { isGroup, lidJid, phoneJid } from "./jids.ts";
import type { SentPayloads } from "./sent-payloads.ts";

const GROUP_NAME_MS = 3_000;

export type MessagingParts = { sent: SentPayloads; caches: SessionCaches; config: ConnectorConfig; logger: Logger };

/** What is said and asked over a session's line, while there is one. */
export class Messaging {
  readonly #parts: MessagingParts;
  #sock: WASocket | null = null;

  constructor(parts: MessagingParts) {
    this.#parts = parts;
  }

  /** Null: there is none now. */
  use(sock: WASocket | null): void {
    this.#sock = sock;
  }

  async findChat({ lid, phone, group }: { lid?: string; phone?: string; group?: string }): Promise<string | null> {
    if (group) return group;
    if (lid) return lidJid(lid);
    if (!phone) return null;
    const found = await this.#line.onWhatsApp(phone);
    // A query that timed out answers nothing, which says nothing about the number.
    if (!found) throw new Error("the channel did not answer whether the number exists");
    const [first] = found;
    return first?.exists ? phoneJid(jidDecode(first.jid)?.user ?? phone) : null;
  }

  async send(content: OutgoingContent): Promise<void> {
    const { chatKey, providerId } = content;
    const message = (await this.#parts.sent.find(providerId)) ?? (await this.#composeAndKeep(content));
    await this.#line.relayMessage(chatKey, message, { messageId: providerId, useCachedGroupMetadata: true });
  }

  async revoke({ chatKey, providerId, revocationId }: { chatKey: string; providerId: string; revocationId: string }) {
    const key = { remoteJid: chatKey, id: providerId, fromMe: true };
    await this.#line.sendMessage(chatKey, { delete: key }, { messageId: revocationId });
  }

  fetchMedia(raw: Record<string, unknown>, toPath: string): Promise<void> {
    return fetchMedia(this.#line, raw, toPath, this.#parts.config.isMediaHost);
  }

  /** '' when nobody could say in time: a message does not wait for its group's name. */
  async groupName(jid: string): Promise<string> {
    const { caches, logger } = this.#parts;
    const known = caches.groups.get(jid);
    if (known || !this.#sock || !isGroup(jid)) return known?.subject ?? "";
    const asked = this.#sock.groupMetadata(jid).then(
      (group) => {
        caches.groups.set(jid, group);
        return group.subject;
      },
      (error) => {
        logger.warn({ err: error }, "the group's name stays unknown");
        return "";
      },
    );
    const tooLate = new Promise<string>((resolve) => setTimeout(resolve, GROUP_NAME_MS, "").unref());
    return Promise.race([asked, tooLate]);
  }

  get #line(): WASocket {
    if (!this.#sock) throw new Error("the connection is not open");
    return this.#sock;
  }

  /** Kept before it goes: a phone may ask for it again a moment later, or after our crash. */
  async #composeAndKeep(content: OutgoingContent): Promise<proto.IMessage> {
    const sock = this.#line;
    const full = await generateWAMessage(content.chatKey, compose(content), {
      userJid: sock.user?.id ?? "",
      logger: libraryLogger(this.#parts.logger),
      upload: sock.waUploadToServer,
      messageId: content.providerId,
      quoted: quotedMessage(content),
    });
    const message = full.message ?? {};
    await this.#parts.sent.keep(content.providerId, message);
    return message;
  }
}
