import "../../connector/quiet-console.ts";
import type { EventEmitter } from "node:events";
import makeWASocket, {
  type AuthenticationCreds,
  type BaileysEventMap,
  type ConnectionState,
  DisconnectReason,
  initAuthCreds,
  makeCacheableSignalKeyStore,
  type SignalKeyStore,
  type UserFacingSocketConfig,
  type WAMessage,
  type WASocket,
} from "@whiskeysockets/baileys";
import pino from "pino";
import type { Account, AccountEvents } from "../account.ts";
import type { Contact, ContactEvents } from "../contact.ts";

export const logger = pino({ level: "silent" });

export interface MemoryAuth {
  creds: AuthenticationCreds;
  keys: SignalKeyStore;
  /** "type/id" → value. */
  data: Map<string, unknown>;
}

export function memoryAuth(): MemoryAuth {
  const data = new Map<string, unknown>();
  const keys: SignalKeyStore = {
    async get(type, ids) {
      const found = ids.flatMap((id) => (data.has(`${type}/${id}`) ? [[id, data.get(`${type}/${id}`)]] : []));
      return Object.fromEntries(found);
    },
    async set(update) {
      for (const [type, entries] of Object.entries(update)) {
        for (const [id, value] of Object.entries(entries)) {
          if (value) data.set(`${type}/${id}`, value);
          else data.delete(`${type}/${id}`);
        }
      }
    },
  };
  return { creds: initAuthCreds(), keys, data };
}

type Overrides = Partial<UserFacingSocketConfig> & { isCached?: boolean; onSocket?(sock: WASocket): void };

/** Opens the real, unmodified client with the emulator's address. */
export function openSocket(url: string, auth: MemoryAuth, overrides: Overrides = {}): WASocket {
  const { isCached = true, onSocket, ...config } = overrides;
  const sock = makeWASocket({
    auth: { creds: auth.creds, keys: isCached ? makeCacheableSignalKeyStore(auth.keys, logger) : auth.keys },
    waWebSocketUrl: url,
    logger,
    markOnlineOnConnect: false,
    qrTimeout: 60_000,
    ...config,
  });
  sock.ev.on("creds.update", (update) => Object.assign(auth.creds, update));
  upserts.set(sock, []);
  sock.ev.on("messages.upsert", (upsert) => upserts.get(sock)?.push(upsert));
  onSocket?.(sock);
  return sock;
}

/** Connects; pairs by QR code when needed, and reconnects after the restart that follows. */
export function connect(url: string, auth: MemoryAuth, account: Pick<Account, "scanQr">, overrides: Overrides = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<WASocket>();
  const attempt = () => {
    const sock = openSocket(url, auth, overrides);
    sock.ev.on("connection.update", ({ connection, qr, lastDisconnect }) => {
      if (qr) account.scanQr(qr).catch(reject);
      if (connection === "open") resolve(sock);
      if (connection !== "close") return;
      const code = codeOf(lastDisconnect);
      if (code === DisconnectReason.restartRequired) attempt();
      else reject(new Error(`closed with ${code}`));
    });
  };
  attempt();
  return promise;
}

const codeOf = (last: ConnectionState["lastDisconnect"]) =>
  (last?.error as { output?: { statusCode?: number } } | undefined)?.output?.statusCode;

/** Resolves with the first event that passes the test. */
export function next<E extends keyof BaileysEventMap>(
  sock: WASocket,
  event: E,
  test: (value: BaileysEventMap[E]) => boolean = () => true,
): Promise<BaileysEventMap[E]> {
  const { promise, resolve } = Promise.withResolvers<BaileysEventMap[E]>();
  const listener = (value: BaileysEventMap[E]) => {
    if (!test(value)) return;
    sock.ev.off(event, listener);
    resolve(value);
  };
  sock.ev.on(event, listener);
  return promise;
}

/** Does the same as `next` for events of the emulator. */
export function nextEmulatorEvent<E extends keyof AccountEvents>(
  emitter: Account,
  event: E,
  test?: (value: AccountEvents[E][0]) => boolean,
): Promise<AccountEvents[E][0]>;
export function nextEmulatorEvent<E extends keyof ContactEvents>(
  emitter: Contact,
  event: E,
): Promise<ContactEvents[E][0]>;
export function nextEmulatorEvent<V>(emitter: EventEmitter, event: string, test: (value: V) => boolean = () => true) {
  const { promise, resolve } = Promise.withResolvers<V>();
  const listener = (value: V) => {
    if (!test(value)) return;
    emitter.off(event, listener);
    resolve(value);
  };
  emitter.on(event, listener);
  return promise;
}

export async function closeCode(sock: WASocket) {
  const { lastDisconnect } = await next(sock, "connection.update", ({ connection }) => connection === "close");
  return codeOf(lastDisconnect);
}

export const textOf = ({ message }: Pick<WAMessage, "message">) =>
  message?.conversation ?? message?.extendedTextMessage?.text;

const upserts = new WeakMap<WASocket, BaileysEventMap["messages.upsert"][]>();

/** Returns the upsert in which the client reports the message with that id, also when it has already happened. */
export async function upsertOf(sock: WASocket, id: string): Promise<{ type: string; message: WAMessage }> {
  const isIt = ({ key }: WAMessage) => key.id === id;
  const isIn = ({ messages }: BaileysEventMap["messages.upsert"]) => messages.some(isIt);
  const { type, messages } = upserts.get(sock)?.find(isIn) ?? (await next(sock, "messages.upsert", isIn));
  const message = messages.find(isIt);
  if (!message) throw new Error(`no message ${id}`);
  return { type, message };
}
