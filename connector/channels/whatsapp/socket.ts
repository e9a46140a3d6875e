import makeWASocket, { Browsers, type proto, type WAMessageKey, type WASocket } from "@whiskeysockets/baileys";
import type { Logger } from "pino";
import type { MediaHosts } from "../../config.ts";
import type { SessionCaches } from "./caches.ts";
import { HISTORY_TIMEOUT_MS, MAX_PACKED_BYTES } from "./history-sync.ts";
import { passOnKnownCollections } from "./known-collections.ts";
import { libraryFetchOptions } from "./library-fetch.ts";
import type { AuthState } from "./store/auth-state.ts";
import type { DurableInbox } from "./store/durable-inbox.ts";

export type SocketParts = {
  auth: AuthState;
  inbox: DurableInbox;
  caches: SessionCaches;
  logger: Logger;
  webSocketUrl?: string;
  mediaHosts: MediaHosts;
  qrTimeoutMs?: number;
  /** Returns the message sent with that id, for a phone that could not read it. */
  getMessage(key: WAMessageKey): Promise<proto.IMessage | undefined>;
};

/** Opens the library's socket with our settings: no events for our own actions, and bounded caches. */
export function openSocket({
  auth,
  inbox,
  caches,
  logger,
  webSocketUrl,
  mediaHosts,
  qrTimeoutMs,
  getMessage,
}: SocketParts): WASocket {
  const sock = makeWASocket({
    auth,
    logger,
    ...(webSocketUrl && { waWebSocketUrl: webSocketUrl }),
    ...(qrTimeoutMs && { qrTimeout: qrTimeoutMs }),
    options: libraryFetchOptions({ ...mediaHosts, timeoutMs: HISTORY_TIMEOUT_MS, maxBytes: MAX_PACKED_BYTES }),
    browser: Browsers.ubuntu("Chrome"),
    emitOwnEvents: false,
    markOnlineOnConnect: false,
    syncFullHistory: false,
    generateHighQualityLinkPreview: false,
    makeSignalRepository: inbox.makeSignalRepository,
    getMessage,
    cachedGroupMetadata: async (jid) => caches.groups.get(jid),
    msgRetryCounterCache: caches.retries,
    userDevicesCache: caches.devices,
    callOfferCache: caches.calls,
    placeholderResendCache: caches.placeholders,
    // status@broadcast is not ignored here: the library would refuse it, which blocks the offline queue.
    shouldIgnoreJid: () => false,
  });
  inbox.attach(sock);
  passOnKnownCollections(sock);
  sock.ev.on("groups.update", (groups) => {
    for (const { id } of groups) if (id) caches.groups.delete(id);
  });
  sock.ev.on("group-participants.update", ({ id }) => caches.groups.delete(id));
  return sock;
}
