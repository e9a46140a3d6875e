import { EventEmitter } from "node:events";
import { deflateSync } from "node:zlib";
import { proto } from "@whiskeysockets/baileys";
import { Companion, type CompanionRecord, confirmationKey } from "./companion.ts";
import type { Contact } from "./contact.ts";
import { signNewDevice, verifyDeviceSignature } from "./device-identity.ts";
import type { WhatsAppEmulator } from "./emulator.ts";
import { type Sealed, SignalDevice } from "./signal-device.ts";
import { type BinaryNode, bytesOf, childNode, el, joinJid, nowSeconds, SERVER } from "./socket/nodes.ts";
import type { ServerSocket } from "./socket/server-socket.ts";

export interface AccountRecord {
  phone: string;
  lid: string;
  name: string;
}

export interface Faults {
  /** Error code that answers every send, such as "479"; null accepts sends. */
  refuseSends: string | null;
  /** Drops receipts in both directions, so the server sends again messages that the client already received. */
  loseReceipts: boolean;
  /** Delay of each stanza in both directions, in milliseconds; the order is kept. */
  delayMs: number;
  /** Rejects logins with this code: 403 is a ban, 405 an outdated client, and so on. Null accepts logins. */
  refuseLogins: number | null;
  /** Delivers each message of a customer to the devices twice, under one id. */
  deliverTwice: boolean;
  /** Answers a scanned QR code with a request for a passkey, which a linked device cannot provide. */
  demandsPasskey: boolean;
}

export interface AccountEvents {
  paired: [{ deviceId: number }];
  online: [{ deviceId: number }];
  offline: [{ deviceId: number }];
  sent: [{ id: string; to: string; message: proto.Message }];
  receipt: [{ ids: string[]; type: string; to: string }];
  undecryptable: [{ id: string; error: unknown }];
  confirmed: [{ key: string }];
  /** A stanza of a device has arrived; with `delayMs` it is handled later. */
  arrived: [{ deviceId: number }];
  nack: [{ id: string; code: string }];
  "retry-request": [{ id: string; to: string; count: number }];
  presence: [BinaryNode];
  chatstate: [BinaryNode];
}

export interface History {
  conversations?: proto.IConversation[];
  pushnames?: proto.IPushname[];
}

/** A number that the system under test links to: its primary phone and its linked devices. */
export class Account extends EventEmitter<AccountEvents> {
  readonly phone: string;
  readonly lid: string;
  name: string;
  readonly primary: SignalDevice;
  readonly companions = new Map<number, Companion>();
  readonly faults: Faults = {
    refuseSends: null,
    loseReceipts: false,
    delayMs: 0,
    refuseLogins: null,
    deliverTwice: false,
    demandsPasskey: false,
  };
  /** Until this time (ms since 1970) the account may write only to contacts who have written to it. */
  #restrictedUntil = 0;
  readonly emulator: WhatsAppEmulator;

  constructor(emulator: WhatsAppEmulator, { phone, lid, name }: AccountRecord) {
    super();
    this.emulator = emulator;
    this.phone = phone;
    this.lid = lid;
    this.name = name;
    this.primary = new SignalDevice(emulator.store, `account/${phone}`);
    for (const record of emulator.store.map<CompanionRecord>(`companions/${phone}`).values()) {
      this.companions.set(record.deviceId, new Companion(emulator.store, phone, record));
    }
  }

  get jid(): string {
    return joinJid(this.phone, SERVER);
  }

  get lidJid(): string {
    return joinJid(this.lid, "lid");
  }

  get onlineCompanions() {
    return [...this.companions.values()].flatMap((companion) => (companion.socket ? [companion.socket] : []));
  }

  /** Scans the QR code that the linked device shows, as the phone's owner does. */
  async scanQr(qr: string): Promise<number> {
    const [ref = "", noiseKey = "", identityKey = "", advSecret = ""] = qr.slice(qr.indexOf("#") + 1).split(",");
    const socket = this.emulator.socketForRef(ref);
    if (!socket) throw new Error("QR reference is unknown or has expired");
    if (this.faults.demandsPasskey) {
      const attrs = { from: SERVER, type: "passkey_prologue_request", id: this.emulator.newId(), t: nowSeconds() };
      socket.send(el("notification", attrs, [el("passkey_prologue_request")]));
      return 0;
    }
    const identity = Buffer.from(identityKey, "base64");
    const registered = socket.clientPayload?.devicePairingData?.eIdent ?? [];
    if (!Buffer.from(noiseKey, "base64").equals(socket.clientStatic))
      throw new Error("QR noise key is not the socket's");
    if (!identity.equals(Buffer.from(registered))) throw new Error("QR identity is not the one registered");
    return this.pair(socket, identity, advSecret);
  }

  /** Enters the pairing code that the linked device shows. A wrong code fails only at the end of the pairing. */
  async enterCode(code: string) {
    const pairing = this.emulator.codePairings.get(this.phone);
    if (!pairing) throw new Error("no device is waiting for a code for this number");
    await pairing.enter(code, this);
  }

  async pair(socket: ServerSocket, identity: Buffer, advSecret: string): Promise<number> {
    const deviceId = this.#takeDeviceId();
    const { details, sealed } = signNewDevice(this.primary.identity, identity, advSecret, deviceId);
    const reply = await socket.query(
      el("iq", { from: SERVER, type: "set" }, [
        el("pair-success", {}, [
          el("device-identity", {}, sealed),
          el("device", { jid: joinJid(this.phone, SERVER, deviceId), lid: joinJid(this.lid, "lid", deviceId) }),
          el("platform", { name: "android" }),
          el("biz", { name: this.name }),
        ]),
      ]),
    );
    const answer = bytesOf(childNode(childNode(reply, "pair-device-sign"), "device-identity"));
    verifyDeviceSignature(answer, this.primary.identity.public, identity, details);
    const record = { deviceId, keyIndex: deviceId, registrationId: 0, historySent: false };
    this.companions.set(deviceId, new Companion(this.emulator.store, this.phone, record));
    this.emulator.store.flush(); // The client has stored its side, so a crash must not lose ours.
    this.emit("paired", { deviceId });
    this.emulator.emitChange({ type: "connection", account: this.phone });
    socket.streamError({ code: 515 }); // "restart required": the client reconnects and logs in
    return deviceId;
  }

  /** Removes a linked device, as the phone's owner does. */
  unlink(deviceId: number) {
    const companion = this.companions.get(deviceId);
    if (!companion) return;
    this.companions.delete(deviceId);
    this.emulator.store.map(`companions/${this.phone}`).delete(String(deviceId));
    companion.forget();
    companion.socket?.streamError({ code: 401 }, [el("conflict", { type: "device_removed" })]);
    this.emulator.emitChange({ type: "connection", account: this.phone });
  }

  /**
   * Refuses messages to contacts who never wrote, and notifies the devices that are online of the end of the
   * restriction; null lifts it.
   */
  restrictFirstContacts(until: Date | null) {
    this.#restrictedUntil = until?.getTime() ?? 0;
    const seconds = until && String(Math.floor(until.getTime() / 1000));
    const restriction = { is_active: until !== null, time_enforcement_ends: seconds };
    const data = Buffer.from(JSON.stringify({ data: { xwa2_notify_account_reachout_timelock: restriction } }));
    const update = el("update", { op_name: "NotificationUserReachoutTimelockUpdate" }, data);
    for (const socket of this.onlineCompanions) {
      const attrs = { from: SERVER, type: "mex", id: this.emulator.newId(), t: nowSeconds() };
      socket.send(el("notification", attrs, [update]));
    }
  }

  mayWriteTo(contact: Contact): boolean {
    return this.#restrictedUntil < Date.now() || contact.messages.shownWith(this.phone).some(({ fromMe }) => fromMe);
  }

  /** Queues a stanza for a device; after reconnects it is sent again until the device acknowledges it. */
  deliver(companion: Companion, stanza: BinaryNode) {
    companion.unconfirmed.set(confirmationKey(stanza.tag, stanza.attrs), stanza);
    if (companion.socket?.isReady) companion.socket.send(stanza);
  }

  /** Pushes the chat history inline, as the primary phone does right after linking. */
  async sendHistory(companion: Companion, { conversations = [], pushnames = [] }: History = {}) {
    const part = { syncType: proto.HistorySync.HistorySyncType.INITIAL_BOOTSTRAP, chunkOrder: 1, progress: 100 };
    const history = proto.HistorySync.encode({ ...part, conversations, pushnames }).finish();
    const message = {
      protocolMessage: {
        type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
        historySyncNotification: { ...part, initialHistBootstrapInlinePayload: deflateSync(history) },
      },
    };
    await this.sendPeerMessage(companion, message);
  }

  /** Sends a message from the primary phone to one of its own devices. */
  async sendPeerMessage(companion: Companion, message: proto.IMessage) {
    const bundle = () => companion.bundle();
    const { type, ciphertext } = await this.primary.encrypt(this.phone, companion.deviceId, message, bundle);
    const attrs = { id: this.emulator.newId(), from: this.jid, type: "text", category: "peer", t: nowSeconds() };
    this.deliver(companion, el("message", attrs, [el("enc", { v: 2, type }, ciphertext)]));
  }

  /**
   * Writes a message on the primary phone: the contact receives it, and every linked device receives a copy. Resolves
   * with the message id.
   */
  async write(contact: Contact, message: proto.IMessage): Promise<string> {
    const id = this.emulator.newId();
    contact.messages.keepReceived(id, this.phone, message);
    const sent = { deviceSentMessage: { destinationJid: contact.address, message } };
    for (const companion of this.companions.values()) {
      await companion.keysArrived;
      const bundle = () => companion.bundle();
      const { type, ciphertext } = await this.primary.encrypt(this.phone, companion.deviceId, sent, bundle);
      const attrs = {
        id,
        from: this.jid,
        recipient: contact.address,
        peer_recipient_pn: contact.jid,
        recipient_lid: contact.lidJid,
        type: "text",
        t: nowSeconds(),
      };
      this.deliver(companion, el("message", attrs, [el("enc", { v: 2, type }, ciphertext)]));
    }
    this.emulator.emitChange({ type: "message", account: this.phone, number: contact.phone });
    return id;
  }

  /**
   * Decrypts the copy that the primary phone receives of a linked device's message. A copy that cannot be decrypted
   * must not stop the message.
   */
  async onOwnCopy(companion: Companion, id: string, to: string, sealed: Sealed) {
    try {
      const message = await this.primary.decrypt(this.phone, companion.deviceId, sealed);
      this.emit("sent", { id, to, message });
    } catch (error) {
      this.emit("undecryptable", { id, error });
    }
  }

  #takeDeviceId(): number {
    const ids = this.emulator.store.map<number>("lastDeviceIds");
    const next = (ids.get(this.phone) ?? 0) + 1;
    ids.set(this.phone, next);
    return next;
  }
}
