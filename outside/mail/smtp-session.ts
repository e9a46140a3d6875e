import net, { isIP } from "node:net";
import { Readable } from "node:stream";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { type MailHost, mailPorts } from "../../contracts/account/mail-server.ts";
import { isPrivateHost, lookupPublic } from "../untrusted-fetch/index.ts";
import {
  oneLine,
  PrivateMailHost,
  RefusedMailPort,
  type SmtpFailure,
  type SmtpPhase,
  smtpFailure,
} from "./smtp-failure.ts";

/** A mail server and the login at it; an empty user or password: no sign-in. */
export type SmtpServer = MailHost & { user: string; password: string };

/** `host` or `host:port` of mail servers in private networks that companies may use. */
type Rules = { allowed: readonly string[] };

/** `attemptMs` limits one mail from MAIL FROM to the reply to its body. It is shorter than the lease of an attempt. */
export type SmtpWaits = { connectMs: number; idleMs: number; attemptMs: number };
export const usualWaits: SmtpWaits = { connectMs: 20_000, idleMs: 40_000, attemptMs: 80_000 };

/** `hasBody`: bytes of the body may have reached the server. */
export type SmtpOutcome = { reply: string } | { failure: SmtpFailure; hasBody: boolean };

export type SmtpSession = {
  /** Sends one mail. `beforeBody` runs after the server has accepted the recipient; when it throws, no body is sent. */
  send(mail: { from: string; to: string; body: Buffer }, beforeBody: () => Promise<void>): Promise<SmtpOutcome>;
  /** False after a failure of the connection: the next mail needs another session. */
  readonly isOpen: boolean;
  close(): void;
};

type Connected = { session: SmtpSession } | { failure: SmtpFailure };

/**
 * Connects to a company's mail server and signs in. Addresses in private networks are refused when the socket connects.
 * `signal` ends the session at once, also while it waits for the server.
 */
export async function openSmtpSession(
  server: SmtpServer,
  rules: Rules,
  waits = usualWaits,
  signal?: AbortSignal,
): Promise<Connected> {
  const isOwn = isPrivateMailAllowed(rules, server.host, server.port);
  let phase: SmtpPhase = "connect";
  let socket: net.Socket | undefined;
  let connection: SMTPConnection | undefined;
  try {
    socket = await openSocket(server, isOwn, { waitMs: waits.connectMs, signal });
    connection = new SMTPConnection({
      host: server.host,
      port: server.port,
      secure: server.isSecure,
      // A password never crosses a public network in clear.
      requireTLS: !server.isSecure && !isOwn,
      connection: socket,
      connectionTimeout: waits.connectMs,
      greetingTimeout: waits.connectMs,
      socketTimeout: waits.idleMs,
      socketCloseTimeout: 1_000,
      maxResponseSize: 64 * 1024,
    });
    const broken = brokenBy(connection);
    await Promise.race([broken, calling((done) => connection?.connect(done))]);
    phase = "login";
    const { user, password } = server;
    if (user && password)
      await Promise.race([broken, calling((done) => connection?.login({ user, pass: password }, done))]);
    return { session: sessionOf(connection, waits) };
  } catch (error) {
    connection?.close();
    socket?.destroy();
    return { failure: smtpFailure(error, phase) };
  }
}

/** Returns whether a mail server may be in a private network. */
function isPrivateMailAllowed({ allowed }: Rules, host: string, port: number): boolean {
  const name = isIP(host.replace(/^\[|\]$/g, "")) === 6 && !host.startsWith("[") ? `[${host}]` : host;
  return allowed.includes(name) || allowed.includes(`${name}:${port}`);
}

type Opening = { waitMs: number; signal: AbortSignal | undefined };

async function openSocket({ host, port }: MailHost, isOwn: boolean, { waitMs, signal }: Opening): Promise<net.Socket> {
  if (!isOwn && isPrivateHost(host)) throw new PrivateMailHost();
  if (!isOwn && !mailPorts.includes(port)) throw new RefusedMailPort();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = net.connect({
    host: host.replace(/^\[|\]$/g, ""),
    port,
    ...(signal && { signal }),
    ...(!isOwn && { lookup: lookupPublic(() => new PrivateMailHost()) }),
  });
  const late = () => reject(Object.assign(new Error("no connection in time"), { code: "ETIMEDOUT" }));
  const timer = setTimeout(late, waitMs);
  socket.once("connect", resolve).once("error", reject);
  try {
    await promise;
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
    socket.removeListener("error", reject);
  }
}

/** Rejects when the connection fails. Always has a handler, so that a late failure is no unhandled one. */
function brokenBy(connection: SMTPConnection): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  connection.on("error", reject);
  connection.once("end", () => reject(Object.assign(new Error("connection closed"), { code: "ECONNECTION" })));
  // The steps of the session race with this promise and report the error.
  promise.catch(() => undefined);
  return promise;
}

function calling<T>(call: (done: (error?: Error | null, result?: T) => void) => void): Promise<T | undefined> {
  return new Promise((resolve, reject) => call((error, result) => (error ? reject(error) : resolve(result))));
}

function sessionOf(connection: SMTPConnection, { attemptMs }: SmtpWaits): SmtpSession {
  let isOpen = true;
  const broken = brokenBy(connection);
  broken.catch(() => {
    isOpen = false;
  });
  function close() {
    isOpen = false;
    connection.close();
  }
  return {
    get isOpen() {
      return isOpen;
    },
    close,
    async send({ from, to, body }, beforeBody) {
      let hasBody = false;
      let refused: { error: unknown } | undefined;
      const message = bodyAfter(body, async () => {
        try {
          await beforeBody();
        } catch (error) {
          refused = { error };
          throw error;
        }
        hasBody = true;
      });
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(
        () => late.reject(Object.assign(new Error("the mail took too long"), { code: "ETIMEDOUT" })),
        attemptMs,
      );
      try {
        const sending = calling<{ response: string }>((done) =>
          connection.send({ from, to: [to], size: body.length }, message, done),
        );
        const sent = await Promise.race([sending, broken, late.promise]);
        return { reply: oneLine(sent?.response ?? "") };
      } catch (error) {
        if (refused) {
          close();
          throw refused.error;
        }
        const failure = smtpFailure(error, hasBody ? "body" : "envelope");
        // After a reply the session goes on with the next mail; otherwise its state is not known.
        if (failure.replyCode === null || failure.replyCode === 421) close();
        else await reset(connection, broken).catch(close);
        return { failure, hasBody };
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

async function reset(connection: SMTPConnection, broken: Promise<never>): Promise<void> {
  await Promise.race([broken, calling((done) => connection.reset(done))]);
}

/** A stream that is read only after the server's "354": `before` runs first, then the body is handed over. */
function bodyAfter(body: Buffer, before: () => Promise<void>): Readable {
  return Readable.from(
    (async function* () {
      await before();
      yield body;
    })(),
    { objectMode: false },
  );
}
