import { EventEmitter } from "node:events";
import { proto } from "@whiskeysockets/baileys";
import type { Account } from "./account.ts";
import type { Companion } from "./companion.ts";
import type { WhatsAppEmulator } from "./emulator.ts";
import { type MediaKind, openMedia, sealMedia } from "./media-cipher.ts";
import { contentOf, encodeContent, mediaOf, type PhoneMessage, typeOf } from "./phone-message.ts";
import { PhoneMessages } from "./phone-messages.ts";
import { type Sealed, SignalDevice } from "./signal-device.ts";
import { el, joinJid, nowSeconds, SERVER } from "./socket/nodes.ts";
import type { MessageStatus } from "./wire.ts";

/**
 * Address form that the server uses in a person's stanzas: "lid" is today's default, "pn" (phone number) the legacy
 * form.
 */
export type Addressing = "lid" | "pn";

export interface ContactRecord {
  phone: string;
  lid: string;
  name: string;
  addressing: Addressing;
}

export interface SendOptions {
  id?: string;
  /** Milliseconds since 1970. */
  timestamp?: number;
}

export interface MediaOptions extends SendOptions {
  mimetype?: string;
  caption?: string;
  fileName?: string;
  ptt?: boolean;
  seconds?: number;
  viewOnce?: boolean;
  contextInfo?: proto.IContextInfo;
  /** The id of a message: this file is the same picture or video in higher quality. */
  hdOf?: string;
}

export interface ContactEvents {
  message: [{ id: string; from: Account; message: proto.Message }];
  undecryptable: [{ id: string; error: unknown }];
}

const MAX_RETRIES = 3;
const { HD_IMAGE_DUAL_UPLOAD, HD_VIDEO_DUAL_UPLOAD } = proto.MessageAssociation.AssociationType;

/** Phones send a picture twice: at once, and in higher quality as a child of the first message. */
function hdCopy(account: Account, message: proto.IMessage, kind: MediaKind, id: string): proto.IMessage {
  const associationType = kind === "video" ? HD_VIDEO_DUAL_UPLOAD : HD_IMAGE_DUAL_UPLOAD;
  const parentMessageKey = { remoteJid: account.jid, fromMe: true, id };
  return {
    associatedChildMessage: { message },
    messageContextInfo: { messageAssociation: { associationType, parentMessageKey } },
  };
}

/** A customer: another WhatsApp user with one phone, real Signal keys and the messages of that phone. */
export class Contact extends EventEmitter<ContactEvents> {
  readonly phone: string;
  readonly lid: string;
  readonly device: SignalDevice;
  readonly messages: PhoneMessages;
  readonly emulator: WhatsAppEmulator;
  readonly #record: ContactRecord;
  /** Omits the alternative address (LID or phone number) from this contact's stanzas. */
  hidesOtherAddress = false;
  readonly #retries = new Map<string, number>();
  #lastSend: Promise<unknown> = Promise.resolve();

  constructor(emulator: WhatsAppEmulator, record: ContactRecord) {
    super();
    this.emulator = emulator;
    this.#record = record;
    this.phone = record.phone;
    this.lid = record.lid;
    this.device = new SignalDevice(emulator.store, `contact/${record.phone}`);
    this.messages = new PhoneMessages(emulator.store, record.phone);
  }

  get name(): string {
    return this.#record.name;
  }

  set name(name: string) {
    this.#record.name = name;
    this.emulator.store.map("contacts").touch(this.phone);
  }

  get addressing(): Addressing {
    return this.#record.addressing;
  }

  set addressing(addressing: Addressing) {
    this.#record.addressing = addressing;
    this.emulator.store.map("contacts").touch(this.phone);
  }

  get jid(): string {
    return joinJid(this.phone, SERVER);
  }

  get lidJid(): string {
    return joinJid(this.lid, "lid");
  }

  get address(): string {
    return this.addressing === "lid" ? this.lidJid : this.jid;
  }

  sendText(account: Account, text: string, options?: SendOptions): Promise<string> {
    return this.send(account, { conversation: text }, options);
  }

  async sendMedia(account: Account, kind: MediaKind, bytes: Buffer, options: MediaOptions = {}) {
    const { id, timestamp, hdOf, ...described } = options;
    const { blob, fields } = await sealMedia(bytes, kind);
    const place = this.emulator.media.put(blob);
    const file = { [`${kind}Message`]: { ...fields, ...place, ...described } };
    const message = hdOf ? hdCopy(account, file, kind, hdOf) : file;
    return { id: await this.send(account, message, { id, timestamp }), directPath: place.directPath };
  }

  /** Fetches and decrypts the media of a message that this phone received. */
  async openMedia(message: proto.IMessage): Promise<Buffer> {
    const content = contentOf({ content: encodeContent(message) });
    const part = mediaOf(content);
    const blob = part && this.emulator.media.get(part.directPath);
    if (!blob) throw new Error("the message has no media that can be fetched");
    return openMedia(blob, part.mediaKey, typeOf(content) as MediaKind);
  }

  /** Sends a message to every linked device of the account; resolves with its id. */
  async send(account: Account, message: proto.IMessage, options: SendOptions = {}): Promise<string> {
    const { id = this.emulator.newId(), timestamp = Date.now() } = options;
    const held = this.messages.keepSent(id, account.phone, message, timestamp);
    for (let times = account.faults.deliverTwice ? 2 : 1; times > 0; times--)
      await Promise.all([...account.companions.values()].map((companion) => this.#sendTo(account, companion, held)));
    this.emulator.emitChange({ type: "message", account: account.phone, number: this.phone });
    return id;
  }

  /** Sends a receipt to the account: this phone has received, read or played its messages. */
  delivered(account: Account, ...ids: string[]) {
    this.#receipt(account, ids, "delivered");
  }

  read(account: Account, ...ids: string[]) {
    this.#receipt(account, ids, "read");
  }

  played(account: Account, ...ids: string[]) {
    this.#receipt(account, ids, "played");
  }

  /** Asks the account to send a message again, as a phone does when it cannot decrypt it. */
  requestRetry(account: Account, companion: Companion, id: string, count = 1) {
    this.device.forget(account.phone, companion.deviceId);
    const attrs = { id, from: this.address, type: "retry", t: nowSeconds(), ...this.#alternate };
    account.deliver(companion, el("receipt", attrs, [el("retry", { v: 1, id, t: nowSeconds(), count })]));
  }

  typing(account: Account) {
    for (const socket of account.onlineCompanions) {
      socket.send(el("chatstate", { from: this.address }, [el("composing")]));
    }
  }

  /** Moves the person to another number and notifies the accounts they have talked with. Returns the new contact. */
  changeNumber(phone: string): Contact {
    const next = this.emulator.createContact({ phone, name: this.name, addressing: this.addressing });
    const attrs = { old: this.jid, new: next.jid, old_lid: this.lidJid, new_lid: next.lidJid };
    for (const account of this.emulator.accounts.values()) {
      if (this.messages.shownWith(account.phone).length === 0) continue;
      for (const companion of account.companions.values()) {
        const about = { id: this.emulator.newId(), from: this.address, type: "contacts", t: nowSeconds() };
        account.deliver(companion, el("notification", about, [el("modify", attrs)]));
      }
    }
    return next;
  }

  /** Calls the account's devices; the call ends unanswered. Resolves with the call's id. */
  async call(account: Account, { isVideo }: { isVideo: boolean }): Promise<string> {
    const callId = this.emulator.newId();
    const about = { "call-id": callId, "call-creator": this.lidJid, caller_pn: this.jid };
    const media = isVideo
      ? [el("audio", { enc: "opus" }), el("video", { enc: "vp8" })]
      : [el("audio", { enc: "opus" })];
    const steps = [el("offer", about, media), el("terminate", { ...about, reason: "timeout" })];
    for (const companion of account.companions.values()) {
      for (const step of steps) {
        const attrs = { id: this.emulator.newId(), from: this.address, t: nowSeconds(), notify: this.name };
        account.deliver(companion, el("call", attrs, [step]));
      }
    }
    return callId;
  }

  /** Sends a message again to a linked device that could not decrypt it. */
  async onRetryRequest(account: Account, companion: Companion, id: string, count: number) {
    const held = this.messages.get(id);
    if (!held) return;
    this.device.forget(account.phone, companion.deviceId);
    await this.#sendTo(account, companion, held, count);
  }

  /** Applies the account's receipts to messages of this phone. */
  onReceipt(ids: string[], status: MessageStatus) {
    this.messages.raiseStatus(ids, status, { fromMe: true });
  }

  async onEncrypted(account: Account, companion: Companion, id: string, sealed: Sealed) {
    try {
      const message = await this.device.decrypt(account.phone, companion.deviceId, sealed);
      this.#retries.delete(id);
      this.messages.keepReceived(id, account.phone, message);
      if (this.emulator.options.autoDeliver) this.delivered(account, id);
      this.emulator.emitChange({ type: "message", account: account.phone, number: this.phone });
      this.emit("message", { id, from: account, message });
    } catch (error) {
      this.emit("undecryptable", { id, error });
      const count = (this.#retries.get(id) ?? 0) + 1;
      this.#retries.set(id, count);
      if (count <= MAX_RETRIES) this.requestRetry(account, companion, id, count);
    }
  }

  /**
   * Sends one message at a time: two first messages at once would start two sessions and could arrive in the wrong
   * order.
   */
  async #sendTo(account: Account, companion: Companion, held: PhoneMessage, retryCount?: number) {
    const send = async () => {
      const message = proto.Message.decode(held.content);
      const bundle = () => companion.bundle();
      const { type, ciphertext } = await this.device.encrypt(account.phone, companion.deviceId, message, bundle);
      const mediatype = stanzaMediaType(message);
      const attrs = {
        id: held.id,
        from: this.address,
        ...this.#alternate,
        type: mediatype ? "media" : "text",
        t: Math.floor(held.timestamp / 1000),
        notify: this.name,
        addressing_mode: this.addressing,
      };
      const enc = el("enc", { v: 2, type, count: retryCount, mediatype }, ciphertext);
      account.deliver(companion, el("message", attrs, [enc]));
    };
    if (!companion.hasKeys) {
      // The device has just paired: the message waits for its first login, the caller does not.
      companion.keysArrived.then(() => this.#inOrder(send)).catch((error) => this.emulator.emit("problem", error));
      return;
    }
    await this.#inOrder(send);
  }

  #inOrder(work: () => Promise<void>): Promise<void> {
    const done = this.#lastSend.then(work);
    this.#lastSend = done.catch(() => undefined); // returned to its own caller
    return done;
  }

  get #alternate() {
    if (this.hidesOtherAddress) return {};
    return this.addressing === "lid" ? { sender_pn: this.jid } : { sender_lid: this.lidJid };
  }

  #receipt(account: Account, ids: string[], status: MessageStatus) {
    const [first, ...rest] = ids;
    if (!first || account.faults.loseReceipts) return;
    this.messages.raiseStatus(ids, status, { fromMe: false });
    const items = rest.length
      ? [
          el(
            "list",
            {},
            rest.map((id) => el("item", { id })),
          ),
        ]
      : undefined;
    const type = status === "delivered" ? undefined : status;
    for (const companion of account.companions.values()) {
      const attrs = { id: first, from: this.address, type, t: nowSeconds(), ...this.#alternate };
      account.deliver(companion, el("receipt", attrs, items));
    }
    this.emulator.emitChange({ type: "receipt", account: account.phone, number: this.phone });
  }
}

function stanzaMediaType(message: proto.IMessage): string | undefined {
  const content = contentOf({ content: encodeContent(message) });
  if (content.audioMessage?.ptt) return "ptt";
  return mediaOf(content) ? typeOf(content) : undefined;
}
