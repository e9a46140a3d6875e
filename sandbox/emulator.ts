import { createHash, randomBytes } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Curve } from "@whiskeysockets/baileys";
import { WebSocketServer } from "ws";
import { Account, type AccountRecord, type History } from "./account.ts";
import { Contact, type ContactRecord } from "./contact.ts";
import { Group, type GroupSpec } from "./group.ts";
import { MediaStore } from "./media-store.ts";
import type { CodePairing } from "./pairing-code.ts";
import { SignalDevice } from "./signal-device.ts";
import { type BinaryNode, el, nowSeconds, SERVER, splitJid } from "./socket/nodes.ts";
import { CertificateAuthority } from "./socket/noise-certificates.ts";
import { ServerSocket } from "./socket/server-socket.ts";
import { Store } from "./store.ts";
import type { Change } from "./wire.ts";

export interface EmulatorOptions {
  /** 0 or undefined: any free port. */
  port?: number;
  /** Directory of the persistent state. Without it, the state is deleted by `stop()`. */
  directory?: string;
  /** Phones answer each message with a delivery receipt. */
  autoDeliver?: boolean;
  /** History that the phone pushes to a device at its first login, instead of the messages it holds. */
  history?: History;
  trace?(direction: "in" | "out", node: BinaryNode): void;
}

interface Picture {
  id: string;
  url: string;
}

interface EmulatorEvents {
  change: [Change];
  /** Emitted when a client breaks the protocol or the emulator fails to handle it. */
  problem: [unknown];
}

/** Returns whether a number is on WhatsApp: 8 to 15 digits, except numbers that end in 0000. */
export const isOnWhatsApp = (phone: string) => /^\d{8,15}$/.test(phone) && !phone.endsWith("0000");

/**
 * A WhatsApp server for an unmodified client: pairing, login and Signal-encrypted messages over a real WebSocket
 * on loopback. It shows that our code speaks the protocol, not that WhatsApp will accept an account.
 */
export class WhatsAppEmulator extends EventEmitter<EmulatorEvents> {
  readonly options: EmulatorOptions;
  readonly store: Store;
  readonly media: MediaStore;
  readonly staticKey = Curve.generateKeyPair();
  readonly authority = new CertificateAuthority();
  readonly accounts = new Map<string, Account>();
  readonly groups = new Map<string, Group>();
  /** Pending code pairings by the phone number on which the code has to be typed. */
  readonly codePairings = new Map<string, CodePairing>();
  /** "xmlns:type:childTag" → the content of the answer, for queries that a test answers itself. */
  readonly iqHandlers = new Map<string, (iq: BinaryNode) => BinaryNode[] | undefined>();
  readonly #contacts = new Map<string, Contact>();
  readonly #refs = new Map<string, ServerSocket>();
  readonly #wss: WebSocketServer;
  readonly #removeAfter: string | null;

  static async start(options: EmulatorOptions = {}): Promise<WhatsAppEmulator> {
    const emulator = new WhatsAppEmulator(options);
    await Promise.all([once(emulator.#wss, "listening"), emulator.media.listen()]);
    return emulator;
  }

  private constructor(options: EmulatorOptions) {
    super();
    this.options = options;
    const directory = options.directory ?? mkdtempSync(join(tmpdir(), "whatsapp-"));
    this.#removeAfter = options.directory ? null : directory;
    mkdirSync(directory, { recursive: true });
    this.store = new Store(options.directory && join(directory, "world.db"));
    if (this.store.hasCrashed) SignalDevice.forgetSessions(this.store);
    this.media = new MediaStore(this.store, directory);
    for (const record of this.store.map<AccountRecord>("accounts").values()) {
      this.accounts.set(record.phone, new Account(this, record));
    }
    this.#wss = new WebSocketServer({ host: "127.0.0.1", port: options.port ?? 0, path: "/ws/chat" });
    this.#wss.on("connection", (ws) => new ServerSocket(this, ws));
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.#wss.address() as AddressInfo).port}/ws/chat`;
  }

  /** Public key that a client must trust if it checks the handshake's certificates. */
  get trustAnchor(): Uint8Array {
    return this.authority.root.public;
  }

  async stop() {
    for (const client of this.#wss.clients) client.terminate();
    this.#wss.close();
    await Promise.all([once(this.#wss, "close"), this.media.stop()]);
    this.store.close();
    if (this.#removeAfter) rmSync(this.#removeAfter, { recursive: true });
  }

  createAccount({ phone = newPhone(), name = "Account" } = {}): Account {
    const known = this.accounts.get(phone);
    if (known) return known;
    const record = { phone, lid: lidOf(phone), name };
    this.store.map<AccountRecord>("accounts").set(phone, record);
    const account = new Account(this, record);
    this.accounts.set(phone, account);
    return account;
  }

  createContact(spec: Partial<Omit<ContactRecord, "lid">> = {}): Contact {
    const { phone = newPhone(), name = phone, addressing = "lid" } = spec;
    const record = { phone, lid: lidOf(phone), name, addressing };
    this.store.map<ContactRecord>("contacts").set(phone, record);
    this.store.map<string>("phonesByLid").set(record.lid, phone);
    return this.#meet(record);
  }

  /** Returns the contact with that number, and creates it when the number is on WhatsApp; otherwise undefined. */
  contact(phone: string): Contact | undefined {
    const record = this.store.map<ContactRecord>("contacts").get(phone);
    if (record) return this.#contacts.get(phone) ?? this.#meet(record);
    return isOnWhatsApp(phone) ? this.createContact({ phone }) : undefined;
  }

  /** Returns the contact with that number if it was created before. */
  knownContact(phone: string): Contact | undefined {
    return this.store.map<ContactRecord>("contacts").get(phone) ? this.contact(phone) : undefined;
  }

  /** Returns every contact known so far. */
  contacts(): Contact[] {
    const phones = [...this.store.map<ContactRecord>("contacts").keys()];
    return phones.flatMap((phone) => this.contact(phone) ?? []).filter(({ phone }) => !this.accounts.has(phone));
  }

  /** Returns the contact that holds the media of a message. */
  holderOfMedia(messageId: string): Contact | undefined {
    const phone = this.store.map<string>("mediaHolders").get(messageId);
    return phone ? this.contact(phone) : undefined;
  }

  createGroup(spec: GroupSpec): Group {
    const group = new Group(this, `1203${10 ** 14 + this.groups.size}`, spec);
    this.groups.set(group.jid, group);
    return group;
  }

  /**
   * Sets a profile picture that every account can see; null removes it. Notifies every linked device that is online.
   */
  setPicture(of: Contact | Group, bytes: Uint8Array | null) {
    const id = this.newId();
    const pictures = this.store.map<Picture>("pictures");
    if (bytes) pictures.set(of.jid, { id, url: this.media.put(bytes, "jpg").url });
    else pictures.delete(of.jid);
    const attrs = { type: "picture", from: "address" in of ? of.address : of.jid, t: nowSeconds() };
    for (const account of this.accounts.values()) {
      for (const socket of account.onlineCompanions)
        socket.send(el("notification", { ...attrs, id: this.newId() }, [el(bytes ? "set" : "delete", { id })]));
    }
  }

  pictureOf(jid: string): Picture | undefined {
    const { user, server } = splitJid(jid);
    const owner = this.resolve(jid).contact?.jid ?? `${user}@${server}`;
    return this.store.map<Picture>("pictures").get(owner);
  }

  /** Finds the account or contact of a jid, by phone number or LID. */
  resolve(jid: string): { account?: Account; contact?: Contact; device: number } {
    const { user, device, server } = splitJid(jid);
    if (server === SERVER) {
      const account = this.accounts.get(user);
      return account ? { account, device } : { contact: this.contact(user), device };
    }
    if (server !== "lid") return { device };
    const account = [...this.accounts.values()].find(({ lid }) => lid === user);
    if (account) return { account, device };
    const phone = this.store.map<string>("phonesByLid").get(user);
    return { contact: phone ? this.contact(phone) : undefined, device };
  }

  emitChange(change: Change) {
    this.emit("change", change);
  }

  newId(): string {
    return `3EB0${randomBytes(9).toString("hex").toUpperCase()}`;
  }

  newRef(socket: ServerSocket): string {
    const ref = `2@${randomBytes(24).toString("base64url")}`;
    this.#refs.set(ref, socket);
    return ref;
  }

  socketForRef(ref: string): ServerSocket | undefined {
    return this.#refs.get(ref);
  }

  forgetRef(ref: string) {
    this.#refs.delete(ref);
  }

  #meet(record: ContactRecord): Contact {
    const contact = new Contact(this, record);
    this.#contacts.set(record.phone, contact);
    return contact;
  }
}

/** Derives the LID from the number, so that the same person gets the same LID after the state was deleted. */
function lidOf(phone: string): string {
  const digest = createHash("sha256").update(`lid ${phone}`).digest();
  return `9${String(digest.readUIntBE(0, 6) % 10 ** 13).padStart(13, "0")}`;
}

let serial = 0;
const newPhone = () => `55119${10_000_001 + serial++}`;
