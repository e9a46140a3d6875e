import { type ConnectionState, DisconnectReason, jidDecode, type proto, type WASocket } from "@whiskeysockets/baileys";
import type { Logger } from "pino";
import type { ConnectionReason } from "../../../contracts/desk/connections.ts";
import type { Database } from "../../../db/index.ts";
import type { ChannelEnd, ChannelEvents } from "../../channel.ts";
import { backoffMs } from "../../concurrency/backoff.ts";
import type { ConnectorConfig } from "../../config.ts";
import type { StoredRows } from "../../inbox/stored-rows.ts";
import { Fenced, type Lease } from "../../ownership/lease.ts";
import { openCaches } from "./caches.ts";
import { judgeDisconnect, statusCodeOf } from "./disconnects.ts";
import { libraryLogger } from "./library-logger.ts";
import { listenToPasskeyRequests, listenToSocket } from "./listen-to-socket.ts";
import { Messaging } from "./messaging.ts";
import { watchOfflineQueue } from "./offline-queue.ts";
import { Pairing } from "./pairing.ts";
import type { OwnAccount } from "./reading/normalise.ts";
import { openSocket } from "./socket.ts";
import { type AuthState, endingKeys, loadAuthState } from "./store/auth-state.ts";
import { DurableInbox } from "./store/durable-inbox.ts";
import { FencedStore } from "./store/fenced-store.ts";
import type { SecretBox } from "./store/secret-box.ts";
import { openSentPayloads, type SentPayloads } from "./store/sent-payloads.ts";

/** After a connection this long, a disconnect resets the backoff. */
const STABLE_MS = 60_000;

export type SessionParts = {
  database: Database;
  lease: Lease;
  box: SecretBox;
  config: ConnectorConfig;
  logger: Logger;
  events: ChannelEvents;
  /** Gets the rows that the session stores. */
  stored: StoredRows;
};

/** One linked device, with a new socket for each reconnection. */
export class WhatsAppSession {
  /** Requests over the present socket. */
  readonly messaging: Messaging;
  readonly #parts: SessionParts;
  readonly #store: FencedStore;
  readonly #sent: SentPayloads;
  readonly #caches = openCaches();
  #auth: AuthState | null = null;
  #inbox: DurableInbox | null = null;
  #sock: WASocket | null = null;
  #isOpen = false;
  #hasEnded = false;
  #attempt = 0;
  #pairing: Pairing | null = null;
  #openedAt = 0;
  #retry: NodeJS.Timeout | undefined;
  /** Ends what belongs to the present socket: its keys and its timer. */
  #release: () => void = () => {};
  #saving: Promise<unknown> = Promise.resolve();
  #closing: Promise<void> = Promise.resolve();

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#store = new FencedStore(parts.database, parts.lease, {
      stored: parts.stored,
      onFenced: () => this.#end({ why: "fenced" }),
      onFailed: (error) => this.#dropSocket(error),
    });
    this.#sent = openSentPayloads(parts.database, parts.lease);
    this.messaging = new Messaging({ ...parts, sent: this.#sent, caches: this.#caches });
  }

  /** Our own addresses on the channel; empty before linking. */
  get self(): OwnAccount {
    const { id, lid } = this.#auth?.creds.me ?? {};
    return { id, lid };
  }

  async connect(): Promise<void> {
    this.#auth = await loadAuthState(this.#store, this.#parts.box);
    const { config, events } = this.#parts;
    const number = await this.#store.pairingNumber();
    this.#pairing = new Pairing({ number, rounds: config.qrRounds, onStatus: events.onStatus });
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

  #open(): void {
    if (this.#hasEnded || !this.#auth || !this.#inbox) return;
    const { config, events, logger } = this.#parts;
    const isLinked = this.#isLinked();
    // An unused pairing code sets these fields, and with them the library would log in as a linked device.
    if (!isLinked) Object.assign(this.#auth.creds, { me: undefined, pairingCode: undefined });
    if (isLinked && this.#attempt <= 2) void events.onStatus({ status: "OPENING", qrcode: "" });
    const keys = endingKeys(this.#auth.keys);
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
      <A extends unknown[]>(handle: (...args: A) => void) =>
      (...args: A) => {
        if (this.#sock === sock) handle(...args);
      };
    sock.ev.on("creds.update", () => this.#saveCreds());
    sock.ev.on(
      "connection.update",
      ifCurrent((update) => this.#onUpdate(update)),
    );
    listenToSocket(sock, { events, inbox: this.#inbox, logger });
    listenToPasskeyRequests(
      sock,
      ifCurrent(() => this.#stop("ERR_WAPP_PASSKEY")),
    );
    const endWatch = watchOfflineQueue(
      sock,
      ifCurrent(() => this.#onClosed(DisconnectReason.connectionLost)),
    );
    this.#release = () => {
      endWatch();
      keys.end();
    };
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

  #onUpdate({ connection, qr, isNewLogin, lastDisconnect }: Partial<ConnectionState>): void {
    const { events } = this.#parts;
    const sock = this.#sock;
    if (qr && sock) void this.#pairing?.offer(sock, qr, () => this.#sock === sock);
    if (isNewLogin) void events.onStatus({ status: "PAIRING", qrcode: "" });
    if (connection === "open") void this.#onOpen();
    if (connection === "close") this.#onClosed(statusCodeOf(lastDisconnect?.error));
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
    this.messaging.use(sock);
    this.#openedAt = performance.now();
    const number = jidDecode(this.self.id ?? "")?.user ?? "";
    void this.#parts.events.onStatus({ status: "CONNECTED", qrcode: "", number, reason: null, retries: 0 });
    this.#parts.events.onOpen();
  }

  #onClosed(code: number | undefined): void {
    const { events, config, logger } = this.#parts;
    const wasOpen = this.#isOpen;
    this.#close();
    if (wasOpen && performance.now() - this.#openedAt > STABLE_MS) this.#attempt = 0;
    const verdict = judgeDisconnect(code, this.#isLinked());
    logger.info({ event: "socket_closed", code, verdict: verdict.do }, "Socket closed");
    switch (verdict.do) {
      case "restart":
        this.#open();
        break;
      case "offer-qr-again":
        if (this.#pairing?.startRound()) this.#open();
        else this.#stop("ERR_WAPP_QR_EXPIRED");
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
  #dropSocket(error: unknown): void {
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
      this.#dropSocket(error);
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
    this.#release();
    const sock = this.#sock;
    this.#sock = null;
    this.messaging.use(null);
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
    const isFenced = error instanceof Fenced;
    if (!isFenced)
      this.#parts.logger.error(
        { event: "session_identity_write_failed", err: error },
        "Session identity was not stored; releasing the connection",
      );
    this.#end(isFenced ? { why: "fenced" } : { why: "yielded", retryAfterMs: 5_000 });
  }
}
