import { setTimeout as sleep } from "node:timers/promises";
import { decodeBinaryNode, encodeBinaryNode, type proto } from "@whiskeysockets/baileys";
import type { WebSocket } from "ws";
import type { Account } from "../account.ts";
import type { Companion } from "../companion.ts";
import type { WhatsAppEmulator } from "../emulator.ts";
import { historyOf } from "../history.ts";
import { onAck, onMessage, onReceipt } from "./client-stanzas.ts";
import { answerIq } from "./iq-answers.ts";
import { attr, type BinaryNode, childNode, el, joinJid, nowSeconds, SERVER } from "./nodes.ts";
import { NoiseResponder } from "./noise-responder.ts";

const QR_REFS = 6;
const QUERY_TIMEOUT_MS = 10_000;

/** The account and device of a socket that has logged in. */
export interface SocketSession {
  account: Account;
  companion: Companion;
}

/** One client connection: framing, order, delay, and the login sequence. */
export class ServerSocket {
  readonly emulator: WhatsAppEmulator;
  clientPayload: proto.ClientPayload | null = null;
  session: SocketSession | null = null;
  /** True when the missed stanzas have been sent: new stanzas may be sent immediately. */
  isReady = false;
  readonly #ws: WebSocket;
  readonly #noise: NoiseResponder;
  readonly #answers = new Map<string, (answer: BinaryNode) => void>();
  #refs: string[] = [];
  #incoming: Promise<unknown> = Promise.resolve();
  #outgoing: Promise<unknown> = Promise.resolve();
  #waitingToLeave = 0;

  constructor(emulator: WhatsAppEmulator, ws: WebSocket) {
    this.emulator = emulator;
    this.#ws = ws;
    this.#noise = new NoiseResponder({
      staticKey: emulator.staticKey,
      authority: emulator.authority,
      write: (bytes) => ws.readyState === ws.OPEN && ws.send(bytes),
      onClientPayload: (payload) => this.#onClientPayload(payload),
      onFrame: (plain) => this.#onFrame(plain),
    });
    ws.on("message", (data: Buffer) => {
      try {
        this.#noise.push(data);
      } catch (error) {
        emulator.emit("problem", error);
        ws.close();
      }
    });
    ws.on("close", () => this.#onClose());
  }

  get clientStatic(): Buffer {
    return this.#noise.clientStatic;
  }

  send(node: BinaryNode) {
    this.emulator.options.trace?.("out", node);
    this.sendBytes(encodeBinaryNode(node));
  }

  /** Sends bytes that need not be a stanza, as a broken server would. */
  sendBytes(bytes: Uint8Array) {
    this.#leave(() => this.#noise.send(bytes));
  }

  /** Sends an iq and waits for the answer with the same id. */
  query(node: BinaryNode): Promise<BinaryNode> {
    const id = this.emulator.newId();
    const { promise, resolve, reject } = Promise.withResolvers<BinaryNode>();
    const timer = setTimeout(() => reject(new Error(`no answer to ${id}`)), QUERY_TIMEOUT_MS);
    this.#answers.set(id, resolve);
    this.send({ ...node, attrs: { ...node.attrs, id } });
    return promise.finally(() => {
      clearTimeout(timer);
      this.#answers.delete(id);
    });
  }

  streamError(attrs: Record<string, string | number> = {}, content?: BinaryNode[]) {
    this.send(el("stream:error", attrs, content));
    this.close();
  }

  close() {
    this.#leave(() => this.#ws.close());
  }

  /** Closes without a closing handshake, like a network connection that drops. */
  drop() {
    this.#ws.terminate();
  }

  askForPreKeys(left: number) {
    const attrs = { from: SERVER, type: "encrypt", id: this.emulator.newId(), t: nowSeconds() };
    this.send(el("notification", attrs, [el("count", { value: left })]));
  }

  /**
   * Activates the client: announces what it missed and waits for its request, or sends nothing when it missed
   * nothing.
   */
  async goActive({ companion }: SocketSession) {
    const count = companion.unconfirmed.size;
    if (!count) return this.flushOffline();
    const preview = { count, message: count, receipt: 0, notification: 0, appdata: 0 };
    this.send(el("ib", { from: SERVER }, [el("offline_preview", preview)]));
  }

  async flushOffline() {
    if (!this.session) return;
    const { account, companion } = this.session;
    const waiting = [...companion.unconfirmed.values()];
    for (const stanza of waiting) this.send({ ...stanza, attrs: { ...stanza.attrs, offline: "0" } });
    this.isReady = true;
    this.send(el("ib", { from: SERVER }, [el("offline", { count: waiting.length })]));
    account.emit("online", { deviceId: companion.deviceId });
    this.emulator.emitChange({ type: "connection", account: account.phone });
    if (companion.takeHistoryTurn())
      await account.sendHistory(companion, this.emulator.options.history ?? historyOf(account));
  }

  #onClientPayload(payload: proto.ClientPayload) {
    this.clientPayload = payload;
    if (payload.devicePairingData) return this.#offerPairing();
    const account = this.emulator.accounts.get(String(payload.username));
    const companion = account?.companions.get(payload.device ?? 0);
    if (!account || !companion || account.faults.refuseLogins) {
      this.send(el("failure", { reason: account?.faults.refuseLogins ?? 401, location: "sandbox" }));
      return this.close();
    }
    companion.socket?.streamError({}, [el("conflict", { type: "replaced" })]);
    companion.socket = this;
    this.session = { account, companion };
    const lid = joinJid(account.lid, "lid", companion.deviceId);
    this.send(el("success", { t: nowSeconds(), lid, creation: nowSeconds(), props: 1 }));
  }

  #offerPairing() {
    this.#refs = Array.from({ length: QR_REFS }, () => this.emulator.newRef(this));
    const refs = this.#refs.map((ref) => el("ref", {}, Buffer.from(ref)));
    const attrs = { from: SERVER, type: "set", id: this.emulator.newId(), xmlns: "md" };
    this.send(el("iq", attrs, [el("pair-device", {}, refs)]));
  }

  /** Handles stanzas strictly in the order in which they arrive. */
  #onFrame(plain: Buffer) {
    const handleAt = Date.now() + this.#delayMs;
    if (this.session) this.session.account.emit("arrived", { deviceId: this.session.companion.deviceId });
    this.#incoming = this.#incoming
      .then(() => waitUntil(handleAt))
      .then(() => this.#onStanza(plain))
      .catch((error) => this.emulator.emit("problem", error));
  }

  async #onStanza(plain: Buffer) {
    const node = await decodeBinaryNode(plain);
    this.emulator.options.trace?.("in", node);
    if (node.tag === "iq") {
      const isAnswer = node.attrs.type === "result" || node.attrs.type === "error";
      return isAnswer ? this.#answers.get(attr(node, "id"))?.(node) : answerIq(this, node);
    }
    if (!this.session) return;
    switch (node.tag) {
      case "message":
        return onMessage(this, this.session, node);
      case "receipt":
        return onReceipt(this, this.session, node);
      case "ack":
        return onAck(this.session, node);
      case "ib":
        return childNode(node, "offline_batch") && this.flushOffline();
      case "presence":
      case "chatstate":
        return this.session.account.emit(node.tag, node);
    }
  }

  get #delayMs(): number {
    return this.session?.account.faults.delayMs ?? 0;
  }

  #leave(act: () => void) {
    if (!this.#delayMs && !this.#waitingToLeave) return act();
    const leaveAt = Date.now() + this.#delayMs;
    this.#waitingToLeave += 1;
    this.#outgoing = this.#outgoing
      .then(() => waitUntil(leaveAt))
      .then(act)
      .catch((error) => this.emulator.emit("problem", error))
      .finally(() => {
        this.#waitingToLeave -= 1;
      });
  }

  #onClose() {
    for (const ref of this.#refs) this.emulator.forgetRef(ref);
    if (!this.session || this.session.companion.socket !== this) return;
    const { account, companion } = this.session;
    companion.socket = null;
    account.emit("offline", { deviceId: companion.deviceId });
    this.emulator.emitChange({ type: "connection", account: account.phone });
  }
}

const waitUntil = (time: number) => (time > Date.now() ? sleep(time - Date.now()) : undefined);
