import type { Server as HttpServer } from "node:http";
import type { Http2SecureServer, Http2Server } from "node:http2";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { Server, type Socket } from "socket.io";
import * as v from "valibot";
import type { Database } from "../../db/index.ts";
import { deadSessions, type EndReason, findSignedInUser, loadActor, markOnline } from "../../domain/users/index.ts";
import { Id } from "../../sync/contracts/id.ts";
import { firstChanges, type ScopedChange, type Streams } from "../../sync/server/index.ts";
import { type Config, deriveKey } from "../config.ts";
import { securityHeadersOf } from "../http/security-headers.ts";
import { mediaAddressesOf } from "../media/media-address.ts";
import { findPerson, openLucia } from "../session/index.ts";
import { emitCompanyEvents } from "./emit-company-events.ts";
import { type EmitContext, emitTicketEvents } from "./emit-ticket-events.ts";
import { isStatus, type Listener, openChat } from "./listener.ts";
import { mayOpenChat } from "./may-open-chat.ts";

const PING_MS = 18_000;
/** Interval for checking sessions: the notification of an ended session can be lost with a database connection. */
const CHECK_SESSIONS_MS = 60_000;
const MOST_KNOWN_UNREAD = 20_000;
/** Maximum of a client's message in bytes: an event name and an id. */
const MOST_BYTES_HEARD = 8 * 1024;

/** A socket without a session is closed after this time and receives nothing. */
const STRANGER_MS = 5_000;
/** A connection that has not joined the namespace by then is closed. */
const CONNECT_MS = 15_000;
/** Maximum of open sockets without a session per address. */
const MOST_STRANGERS = 20;

type LiveDeps = { database: Database; streams: Streams; config: Config; logger: Logger; strangerMs?: number };
type Company = { listeners: Set<Listener>; following: ReturnType<Streams["follow"]> };

export type Live = ReturnType<typeof openLive>;

/**
 * Opens the Socket.IO channel of integrators and older clients on the API's own port, fed by the same log reader as
 * the streams.
 */
export function openLive(server: HttpServer | Http2Server | Http2SecureServer, deps: LiveDeps) {
  const { database, streams, config, logger, strangerMs = STRANGER_MS } = deps;
  const lucia = openLucia(database, { isSecure: config.publicUrl.startsWith("https:") });
  const bearerKey = deriveKey(config.secret, "bearer");
  const mediaKey = deriveKey(config.secret, "media address");
  const companies = new Map<string, Company>();
  const strangers = new Map<string, number>();
  const unread = new LRUCache<string, number>({ max: MOST_KNOWN_UNREAD });
  const io = new Server({
    path: "/socket.io",
    serveClient: false,
    pingInterval: PING_MS,
    pingTimeout: PING_MS,
    maxHttpBufferSize: MOST_BYTES_HEARD,
    connectTimeout: CONNECT_MS,
    cors: { origin: config.corsOrigins, credentials: true },
  });
  io.attach(server as HttpServer);
  const headers = Object.entries(
    securityHeadersOf({ publicUrl: config.publicUrl, hasSandbox: config.sandboxUrl !== "" }),
  );
  // Socket.IO answers these requests itself, without the app and the headers that it adds.
  (server as HttpServer).prependListener("request", ({ url }, answer) => {
    if (url?.startsWith("/socket.io")) for (const [name, value] of headers) answer.setHeader(name, value);
  });
  const checking = setInterval(() => {
    checkSessions().catch((err) =>
      logger.error(
        { event: "live_session_check_failed", err },
        "Live session check failed; retrying at the next interval",
      ),
    );
  }, CHECK_SESSIONS_MS);
  checking.unref();

  // Registers the listener before the client is connected, so that no join arrives too early.
  io.use((socket, next) => {
    welcome(socket).then(
      (isWelcome) => next(isWelcome ? undefined : new Error("ERR_TOO_MANY_ATTEMPTS")),
      (err) => {
        logger.error({ event: "live_sign_in_failed", err }, "Live channel sign-in failed");
        next(new Error("ERR_INTERNAL"));
      },
    );
  });

  /** Registers the socket's user. False: too many sockets without a session from this address. */
  async function welcome(socket: Socket): Promise<boolean> {
    const { token } = socket.handshake.auth;
    const person = await findPerson(
      { database, lucia, bearerKey },
      {
        bearer: typeof token === "string" ? token.replace(/^Bearer /i, "") : "",
        cookie: isOurPage(socket) ? (socket.handshake.headers.cookie ?? "") : "",
      },
    );
    if (!person) return receiveStranger(socket);
    const { actor, sessionId } = person;
    const { companyId } = actor;
    const user = await database.company(companyId, (db) => findSignedInUser(db, companyId, actor.id));
    const listener: Listener = {
      socket,
      actor,
      email: user?.email ?? "",
      sessionId,
      origin: originOf(socket),
      notifications: false,
      statuses: new Set(),
      chats: new Set(),
    };
    const company = companyOf(companyId);
    company.listeners.add(listener);
    socket.once("disconnect", () => leave(companyId, company, listener));
    await company.following.ready.catch((error) => {
      leave(companyId, company, listener);
      throw error;
    });
    hear(listener);
    return true;
  }

  /**
   * Accepts a socket without a session, as clients expect; it receives no events. False: too many from this address.
   */
  function receiveStranger(socket: Socket): boolean {
    const address = addressOf(socket);
    const count = strangers.get(address) ?? 0;
    if (count >= MOST_STRANGERS) return false;
    strangers.set(address, count + 1);
    const timer = setTimeout(() => socket.disconnect(true), strangerMs);
    socket.conn.once("close", () => {
      clearTimeout(timer);
      const left = (strangers.get(address) ?? 1) - 1;
      if (left > 0) strangers.set(address, left);
      else strangers.delete(address);
    });
    return true;
  }

  function addressOf({ handshake }: Socket): string {
    const forwarded = config.trustsProxy ? String(handshake.headers["x-forwarded-for"] ?? "") : "";
    return forwarded.split(",").at(-1)?.trim() || handshake.address;
  }

  /**
   * Returns whether the cookie may be used: a page of another origin also sends the user's cookie, so it counts only
   * for configured origins.
   */
  function isOurPage(socket: Socket): boolean {
    const { origin, host } = socket.handshake.headers;
    return origin === undefined || config.corsOrigins.includes(origin) || URL.parse(origin)?.host === host;
  }

  function originOf(socket: Socket): string {
    const { headers, secure } = socket.handshake;
    return config.publicUrl || `${secure ? "https" : "http"}://${headers.host ?? ""}`;
  }

  function companyOf(companyId: string): Company {
    const known = companies.get(companyId);
    if (known) return known;
    const listeners = new Set<Listener>();
    const company = {
      listeners,
      following: streams.follow(companyId, (changes) => tell(companyId, listeners, changes)),
    };
    companies.set(companyId, company);
    return company;
  }

  function leave(companyId: string, company: Company, listener: Listener): void {
    company.listeners.delete(listener);
    if (company.listeners.size > 0 || companies.get(companyId) !== company) return;
    companies.delete(companyId);
    company.following.stop();
  }

  function hear(listener: Listener): void {
    const { socket } = listener;
    const failed = (err: unknown) => logger.error({ event: "live_event_failed", err }, "Live channel event failed");
    socket.on("joinNotification", () => {
      listener.notifications = true;
    });
    socket.on("joinTickets", (status: unknown) => {
      if (isStatus(status)) listener.statuses.add(status);
    });
    socket.on("joinChatBox", (ticketId: unknown, heard: unknown) => {
      const answer = () => typeof heard === "function" && heard();
      if (!v.is(Id, ticketId)) return answer();
      mayOpenChat(database, listener.actor, ticketId)
        .then((may) => may && openChat(listener, ticketId))
        .then(answer)
        .catch(failed);
    });
    socket.on("userStatus", () => {
      const { companyId, id } = listener.actor;
      database.company(companyId, (db) => markOnline({ db, companyId, now: new Date() }, [id])).catch(failed);
    });
  }

  async function tell(companyId: string, listeners: ReadonlySet<Listener>, changes: readonly ScopedChange[]) {
    try {
      await refreshActor(companyId, listeners, changes);
      await database.company(
        companyId,
        async (db) => {
          const context: EmitContext = {
            db,
            companyId,
            first: await firstChanges(db, companyId, changes),
            addressOf: ({ sessionId, origin }) => mediaAddressesOf(mediaKey, { companyId, sessionId, origin }),
            remember(ticketId, count) {
              const before = unread.get(ticketId);
              unread.set(ticketId, count);
              return before;
            },
          };
          await emitTicketEvents(context, [...listeners], changes);
          await emitCompanyEvents(context, [...listeners], changes);
        },
        { isReading: true },
      );
    } catch (error) {
      // Clients must not assume that they received everything: a closed socket reconnects and reloads.
      for (const { socket } of [...listeners]) socket.conn.close();
      throw error;
    }
  }

  /** Reloads users whose own row or queues have changed, so that the next events follow their new permissions. */
  async function refreshActor(companyId: string, listeners: ReadonlySet<Listener>, changes: readonly ScopedChange[]) {
    const changed = new Set(changes.filter(({ collection }) => collection === "refs").map(({ docId }) => docId));
    for (const listener of [...listeners]) {
      if (!changed.has(`user:${listener.actor.id}`)) continue;
      const actor = await database.company(companyId, (db) => loadActor(db, companyId, listener.actor.id));
      if (actor) listener.actor = actor;
      else listener.socket.disconnect(true);
    }
  }

  const all = () => [...companies.values()].flatMap(({ listeners }) => [...listeners]);

  async function checkSessions(): Promise<void> {
    for (const [companyId, { listeners }] of companies) {
      const ids = [...listeners].map(({ sessionId }) => sessionId);
      const dead = await database.company(companyId, (db) => deadSessions(db, companyId, ids));
      for (const id of dead) endSession(id, "ended");
    }
  }

  function endSession(endedId: string, reason: EndReason): void {
    for (const { socket, actor, email, sessionId } of all()) {
      if (sessionId !== endedId) continue;
      const { companyId, id } = actor;
      if (reason === "elsewhere")
        socket.emit(`company-${companyId}-auth`, { action: "update", user: { id, email, companyId } });
      socket.disconnect(true);
    }
  }

  return {
    endSession,
    checkSessions,
    close(): void {
      clearInterval(checking);
      // `io.close()` would also end the server's other requests.
      io.disconnectSockets(true);
      io.engine.close();
    },
  };
}
