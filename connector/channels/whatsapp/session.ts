import {
  type BaileysEventMap,
  type BinaryNode,
  type ConnectionState,
  DisconnectReason,
  jidDecode,
  type proto,
  type WASocket,
} from "@whiskeysockets/baileys";
import type { Logger } from "pino";
import type { Database } from "../../../db/index.ts";
import type { ConnectionReason } from "../../../sync/contracts/connections.ts";
import type { Channel, ChannelEnd, ChannelEvents, OutgoingContent } from "../../channel.ts";
import { backoffMs } from "../../concurrency/backoff.ts";
import type { ConnectorConfig } from "../../config.ts";
import { Fenced, type Lease } from "../../ownership/lease.ts";
import { type AuthState, endingKeys, loadAuthState } from "./auth-state.ts";
import { openCaches } from "./caches.ts";
import { judgeDisconnect } from "./disconnects.ts";
import { DurableInbox } from "./durable-inbox.ts";
import { FencedStore, type StoreHooks } from "./fenced-store.ts";
import { listenToPictures } from "./fetch-picture.ts";
import { lateMessage } from "./late-messages.ts";
import { libraryLogger } from "./library-logger.ts";
import { Messaging } from "./messaging.ts";
import type { Self } from "./normalise.ts";
import { listenToNumberChanges } from "./number-changes.ts";
import { listenToPhonebook } from "./phonebook-events.ts";
import { listenToCalls } from "./raw-calls.ts";
import { listenToDeliveries } from "./raw-deliveries.ts";
import type { SecretBox } from "./secret-box.ts";
import { openSentPayloads, type SentPayloads } from "./sent-payloads.ts";
import { openSocket } from "./socket.ts";
import { listenToTyping } from "./typing-events.ts";

/** After a connection this long, a disconnect resets the backoff. */
const STABLE_MS = 60_000;
/** Timeout for the offline queue: the server announced it and did not finish sending it. */
const OFFLINE_QUEUE_MS = 90_000;

/** The assumed length of a restriction without an end time; the next refusal renews it. */
const RESTRICTED_MS = 15 * 60_000;

export type SessionParts = {
  database: Database;
  lease: Lease;
  box: SecretBox;
  config: ConnectorConfig;
  logger: Logger;
  events: ChannelEvents & { onReceived: NonNullable<StoreHooks["onInbox"]> };
};

/** One linked device, with a new socket for each reconnection. */
export class WhatsAppSession implements Channel {
  readonly #parts: SessionParts;
  readonly #store: FencedStore;
  readonly #sent: SentPayloads;
  readonly #messaging: Messaging;
  readonly #caches = openCaches();
  #auth: AuthState | null = null;
  #inbox: DurableInbox | null = null;
  #sock: WASocket | null = null;
  #endKeys: () => void = () => {};
  #isOpen = false;
  #hasEnded = false;
  #attempt = 0;
  #qrRound = 1;
  /** Number of the phone to link by a pairing code; '' means by QR code. */
  #pairingNumber = "";
  #openedAt = 0;
  #retry: NodeJS.Timeout | undefined;
  #watch: NodeJS.Timeout | undefined;
  #saving: Promise<unknown> = Promise.resolve();
  #closing: Promise<void> = Promise.resolve();

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#store = new FencedStore(parts.database, parts.lease, {
      onInbox: parts.events.onReceived,
      onFenced: () => this.#end({ why: "fenced" }),
      onFailed: (error) => this.#dropLine(error),
    });
    const { database, lease, config, logger } = parts;
    this.#sent = openSentPayloads(database, lease);
    this.#messaging = new Messaging({ sent: this.#sent, caches: this.#caches, config, logger });
  }

  /** Our own addresses on the channel; empty before linking. */
  get self(): Self {
    const { id, lid } = this.#auth?.creds.me ?? {};
    return { id, lid };
  }

  async connect(): Promise<void> {
    this.#auth = await loadAuthState(this.#store, this.#parts.box);
    this.#pairingNumber = await this.#store.pairingNumber();
    this.#inbox = new DurableInbox(this.#store, this.#parts.box, await this.#store.lastSeq());
    this.#open();
  }

  async disconnect(): Promise<void> {
    this.#hasEnded = true;
    this.#close();
    await this.#saving;
    await this.#store.flush();
  }

  async logOut(): Promise<void> {
    const sock = this.#isOpen ? this.#sock : null;
    this.#hasEnded = true;
    if (sock) {
      this.#sock = null; // its remaining events result from the logout
      await sock
        .logout()
        .catch((error) =>
          this.#parts.logger.warn(
            { event: "session_logout_failed", err: error },
            "Phone was not informed of the logout",
          ),
        );
    }
    await this.disconnect();
    await this.#store.wipe();
  }

  findChat(to: Parameters<Channel["findChat"]>[0]): Promise<string | null> {
    return this.#messaging.findChat(to);
  }

  send(content: OutgoingContent): Promise<void> {
    return this.#messaging.send(content);
  }

  react(reaction: Parameters<Channel["react"]>[0]): Promise<void> {
    return this.#messaging.react(reaction);
  }

  edit(edit: Parameters<NonNullable<Channel["edit"]>>[0]): Promise<void> {
    return this.#messaging.edit(edit);
  }

  revoke(message: Parameters<Channel["revoke"]>[0]): Promise<void> {
    return this.#messaging.revoke(message);
  }

  showTyping(chatKey: string, isTyping: boolean): Promise<void> {
    return this.#messaging.showTyping(chatKey, isTyping);
  }

  watch(chatKey: string): Promise<void> {
    return this.#messaging.watch(chatKey);
  }

  unwatch(): Promise<void> {
    return this.#messaging.unwatch();
  }

  fetchMedia(raw: Record<string, unknown>, toPath: string): Promise<void> {
    return this.#messaging.fetchMedia(raw, toPath);
  }

  fetchPicture(to: Parameters<NonNullable<Channel["fetchPicture"]>>[0], toPath: string): Promise<boolean> {
    return this.#messaging.fetchPicture(to, toPath);
  }

  groupName(jid: string): Promise<string> {
    return this.#messaging.groupName(jid);
  }

  #open(): void {
    if (this.#hasEnded || !this.#auth || !this.#inbox) return;
    const { config, events, logger } = this.#parts;
    const isLinked = this.#isLinked();
    // An unused pairing code sets these fields, and with them the library would log in as a linked device.
    if (!isLinked) Object.assign(this.#auth.creds, { me: undefined, pairingCode: undefined });
    if (isLinked && this.#attempt <= 2) void events.onStatus({ status: "OPENING", qrcode: "" });
    const keys = endingKeys(this.#auth.keys);
    this.#endKeys = keys.end;
    const sock = openSocket({
      auth: { ...this.#auth, keys: keys.keys },
      inbox: this.#inbox,
      caches: this.#caches,
      logger: libraryLogger(logger),
      webSocketUrl: config.webSocketUrl,
      mediaHosts: config.mediaHosts,
      qrTimeoutMs: config.qrTimeoutMs,
      getMessage: async ({ id }) => (id ? this.#findSent(id) : undefined),
    });
    this.#sock = sock;
    const ifCurrent =
      <T>(handle: (value: T) => void) =>
      (value: T) => {
        if (this.#sock === sock) handle(value);
      };
    sock.ev.on("creds.update", () => this.#saveCreds());
    sock.ev.on(
      "connection.update",
      ifCurrent((update) => this.#onUpdate(update)),
    );
    sock.ev.on("messages.upsert", (upsert) => this.#onUpsert(upsert));
    listenToDeliveries(sock, async (delivery) => {
      const isRestriction = delivery.type === "refused" && delivery.code === "ERR_WAPP_REACHOUT_LIMIT";
      if (isRestriction) events.onRestricted({ until: new Date(Date.now() + RESTRICTED_MS), isGuess: true });
      await events.onDelivery(delivery);
    });
    listenToCalls(sock, events.onCall);
    listenToNumberChanges(sock, events.onNumberChange);
    listenToTyping(sock, events.onTyping);
    listenToPhonebook(sock, events.onPhonebook);
    listenToPictures(sock, events.onPictureChanged);
    for (const event of [
      "CB:notification,type:passkey_prologue_request",
      "CB:notification,,passkey_prologue_request",
    ]) {
      sock.ws.on(
        event,
        ifCurrent(() => this.#stop("ERR_WAPP_PASSKEY")),
      );
    }
    sock.ws.on(
      "CB:ib,,offline_preview",
      ifCurrent(() => this.#expectOfflineQueue()),
    );
    sock.ws.on("CB:ib,,offline", (_: BinaryNode) => clearTimeout(this.#watch));
  }

  /**
   * Opens a new socket, after `requireHeld`: it would otherwise end the socket of a new owner. While the database is
   * down it retries, because nothing could be stored.
   */
  async #openAgain(): Promise<void> {
    try {
      await this.#closing;
      await this.#store.requireHeld();
    } catch (error) {
      if (this.#hasEnded || error instanceof Fenced) return;
      this.#retry = setTimeout(() => void this.#openAgain(), this.#parts.config.backoffMs.least);
      return;
    }
    if (!this.#sock) this.#open();
  }

  #onUpdate({ connection, qr, isNewLogin, lastDisconnect, reachoutTimeLock }: Partial<ConnectionState>): void {
    const { events } = this.#parts;
    if (reachoutTimeLock) {
      const { isActive, timeEnforcementEnds } = reachoutTimeLock;
      const guess = new Date(Date.now() + RESTRICTED_MS);
      events.onRestricted({
        until: isActive ? (timeEnforcementEnds ?? guess) : null,
        isGuess: Boolean(isActive && !timeEnforcementEnds),
      });
    }
    if (qr && this.#pairingNumber) void this.#offerTypedCode();
    else if (qr) void events.onStatus({ status: "qrcode", qrcode: qr, reason: null, retries: this.#qrRound - 1 });
    if (isNewLogin) void events.onStatus({ status: "PAIRING", qrcode: "" });
    if (connection === "open") void this.#onOpen();
    if (connection === "close") this.#onClosed(statusCode(lastDisconnect?.error));
  }

  /** Requests one pairing code per socket. The QR codes that the library goes on emitting are ignored. */
  async #offerTypedCode(): Promise<void> {
    const sock = this.#sock;
    if (!sock || this.#auth?.creds.pairingCode) return;
    const pairingCode = await sock.requestPairingCode(this.#pairingNumber);
    if (this.#sock !== sock) return;
    void this.#parts.events.onStatus({
      status: "qrcode",
      qrcode: "",
      pairingCode,
      reason: null,
      retries: this.#qrRound - 1,
    });
  }

  /** The phone sets `account` when it links; `me` is set as soon as a pairing code is requested. */
  #isLinked(): boolean {
    return this.#auth?.creds.account !== undefined;
  }

  /** Reports CONNECTED only after the identity is saved: a crash must not leave a linked device without its keys. */
  async #onOpen(): Promise<void> {
    const sock = this.#sock;
    await this.#saving;
    if (this.#sock !== sock || this.#hasEnded) return;
    this.#isOpen = true;
    this.#messaging.use(sock);
    this.#openedAt = Date.now();
    const number = jidDecode(this.self.id ?? "")?.user ?? "";
    void this.#parts.events.onStatus({ status: "CONNECTED", qrcode: "", number, reason: null, retries: 0 });
    this.#parts.events.onOpen();
  }

  #onClosed(code: number | undefined): void {
    const { events, config, logger } = this.#parts;
    const wasOpen = this.#isOpen;
    this.#close();
    if (wasOpen && Date.now() - this.#openedAt > STABLE_MS) this.#attempt = 0;
    const verdict = judgeDisconnect(code, this.#isLinked());
    logger.info({ event: "socket_closed", code, verdict: verdict.do }, "Socket closed");
    switch (verdict.do) {
      case "restart":
        this.#open();
        break;
      case "offer-qr-again":
        this.#qrRound += 1;
        if (this.#qrRound > config.qrRounds) this.#stop("ERR_WAPP_QR_EXPIRED");
        else this.#open();
        break;
      case "retry":
        // The start of the outage is stored before the messages that waited during it arrive.
        if (wasOpen) this.#closing = events.onStatus({ status: "OPENING", qrcode: "" });
        this.#attempt += 1;
        if (this.#attempt > 2) void events.onStatus({ status: "TIMEOUT", qrcode: "", retries: this.#attempt });
        this.#retry = setTimeout(() => void this.#openAgain(), backoffMs(this.#attempt - 1, config.backoffMs));
        break;
      case "yield":
        void events.onStatus({ status: "DISCONNECTED", qrcode: "", reason: verdict.reason });
        this.#end({ why: "yielded", retryAfterMs: verdict.retryAfterMs });
        break;
      case "stop":
        this.#stop(verdict.reason, verdict.forget);
    }
  }

  /**
   * Closes the socket at once after a failed read or write. The library takes such a failure for an unreadable
   * message and reports that to the server, which then never delivers it again. After the reconnection everything
   * unacknowledged is delivered again.
   */
  #dropLine(error: unknown): void {
    if (!this.#sock || error instanceof Fenced) return;
    this.#parts.logger.warn(
      { event: "socket_dropped", err: error },
      "Socket dropped: incoming messages could not be stored",
    );
    this.#onClosed(DisconnectReason.connectionLost);
  }

  async #findSent(id: string): Promise<proto.IMessage | undefined> {
    try {
      return await this.#sent.find(id);
    } catch (error) {
      this.#dropLine(error);
      throw error;
    }
  }

  #stop(reason: ConnectionReason, forget = false): void {
    this.#close();
    const say = () => {
      void this.#parts.events.onStatus({ status: "DISCONNECTED", qrcode: "", reason });
      this.#end({ why: "stopped" });
    };
    this.#hasEnded = true;
    if (!forget) say();
    else
      this.#saving
        .then(() => this.#store.wipe())
        .then(say)
        .catch((error) => this.#fail(error));
  }

  #close(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#watch);
    const sock = this.#sock;
    this.#sock = null;
    this.#endKeys();
    this.#messaging.use(null);
    if (this.#isOpen) {
      this.#isOpen = false;
      this.#parts.events.onClose();
    }
    if (!sock) return;
    sock.ev.flush();
    sock.end(undefined);
  }

  #end(end: ChannelEnd): void {
    this.#hasEnded = true;
    this.#close();
    this.#parts.events.onEnd(end);
  }

  #saveCreds(): void {
    if (!this.#auth) return;
    this.#saving = this.#auth.saveCreds().catch((error) => this.#fail(error));
  }

  #fail(error: unknown): void {
    if (error instanceof Fenced) {
      this.#end({ why: "fenced" });
    } else {
      this.#parts.logger.error(
        { event: "session_identity_write_failed", err: error },
        "Session identity was not stored; releasing the connection",
      );
      this.#end({ why: "yielded", retryAfterMs: 5_000 });
    }
  }

  #expectOfflineQueue(): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#onClosed(DisconnectReason.connectionLost), OFFLINE_QUEUE_MS);
  }

  /** Stores messages that the phone sent again; nearly all others were stored during decryption. */
  #onUpsert({ messages }: BaileysEventMap["messages.upsert"]): void {
    for (const late of messages.flatMap((message) => lateMessage(message) ?? [])) {
      this.#inbox
        ?.keepLate(late)
        .catch((error) =>
          this.#parts.logger.error(
            { event: "resent_message_write_failed", err: error },
            "Resent message was not stored",
          ),
        );
    }
  }
}

const statusCode = (error: unknown) => (error as { output?: { statusCode?: number } } | undefined)?.output?.statusCode;
