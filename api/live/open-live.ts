import type { Logger } from "pino";
import type { Socket } from "socket.io";
import { DomainError } from "../../contracts/domain-error.ts";
import type { Database } from "../../db/index.ts";
import { isWorking } from "../../domain/account/companies/index.ts";
import { deadSessions, type EndReason, findSignedInUser } from "../../domain/account/users/index.ts";
import type { Streams } from "../../sync/server/index.ts";
import { type Config, deriveKeys } from "../config.ts";
import { findPerson, openLucia } from "../session/index.ts";
import { followCompanies } from "./companies.ts";
import { clientNetworkOf, isOurPage, serverOriginOf } from "./handshake.ts";
import type { Listener } from "./listener.ts";
import { type ApiServer, openSocketServer } from "./socket-server.ts";
import { limitStrangers } from "./strangers.ts";
import { handleSubscriptions } from "./subscriptions.ts";

/** Interval for checking sessions: the notification of an ended session can be lost with a database connection. */
const CHECK_SESSIONS_MS = 60_000;
/** A socket without a session is closed after this time and receives nothing. */
const STRANGER_MS = 5_000;

type LiveDeps = { database: Database; streams: Streams; config: Config; logger: Logger; strangerMs?: number };

export type Live = ReturnType<typeof openLive>;

/**
 * Opens the Socket.IO channel of integrators and older clients on the API's own port, fed by the same log reader as
 * the streams.
 */
export function openLive(server: ApiServer, deps: LiveDeps) {
  const { database, streams, config, logger, strangerMs = STRANGER_MS } = deps;
  const lucia = openLucia(database, { isSecure: config.publicUrl.startsWith("https:") });
  const bearerKeys = deriveKeys(config.secrets, "bearer");
  const companies = followCompanies({ database, streams, mediaKeys: deriveKeys(config.secrets, "media address") });
  const acceptStranger = limitStrangers(strangerMs);
  const io = openSocketServer(server, config);
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
    accept(socket).then(
      (isAccepted) => next(isAccepted ? undefined : new Error("ERR_TOO_MANY_ATTEMPTS")),
      (err) => {
        if (err instanceof DomainError) return next(new Error(err.code));
        logger.error({ event: "live_sign_in_failed", err }, "Live channel sign-in failed");
        next(new Error("ERR_INTERNAL"));
      },
    );
  });

  /** Registers the socket's user. False: too many sockets without a session from this address. */
  async function accept(socket: Socket): Promise<boolean> {
    const { token } = socket.handshake.auth;
    const person = await findPerson(
      { database, lucia, bearerKeys },
      {
        bearer: typeof token === "string" ? token.replace(/^Bearer /i, "") : "",
        cookie: isOurPage(socket, config) ? (socket.handshake.headers.cookie ?? "") : "",
      },
    );
    if (!person) return acceptStranger(socket, clientNetworkOf(socket, config));
    const { actor, sessionId } = person;
    const { companyId } = actor;
    const user = await database.company(companyId, (db) => findSignedInUser(db, companyId, actor.id));
    const listener: Listener = {
      socket,
      actor,
      email: user?.email ?? "",
      sessionId,
      origin: serverOriginOf(socket, config),
      notifications: false,
      statuses: new Set(),
      chats: new Set(),
    };
    await companies.join(listener);
    handleSubscriptions(listener, database, logger);
    return true;
  }

  async function checkSessions(): Promise<void> {
    for (const [companyId, listeners] of companies.listeners()) {
      const ids = listeners.map(({ sessionId }) => sessionId);
      const dead = await database.company(companyId, async (db) => {
        // After the due date the live channel is closed; the sessions live on, to pay.
        const works = await isWorking({ db, companyId, now: new Date() });
        return works ? deadSessions(db, companyId, ids) : ids;
      });
      for (const id of dead) endSession(id, "ended");
    }
  }

  function endSession(endedId: string, reason: EndReason): void {
    for (const { socket, actor, email, sessionId } of companies.listeners().flatMap(([, listeners]) => listeners)) {
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
