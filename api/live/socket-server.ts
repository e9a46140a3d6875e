import type { Server as HttpServer } from "node:http";
import type { Http2SecureServer, Http2Server } from "node:http2";
import { Server } from "socket.io";
import type { Config } from "../config.ts";
import { securityHeadersOf } from "../http/security-headers.ts";

export type ApiServer = HttpServer | Http2Server | Http2SecureServer;

const PING_MS = 18_000;
/** Maximum of a client's message in bytes: an event name and an id. */
const MAX_MESSAGE_BYTES = 8 * 1024;
/** A connection that has not joined the namespace by then is closed. */
const CONNECT_MS = 15_000;

/** Attaches Socket.IO to the API's own server. */
export function openSocketServer(server: ApiServer, config: Config): Server {
  const io = new Server({
    path: "/socket.io",
    serveClient: false,
    pingInterval: PING_MS,
    pingTimeout: PING_MS,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
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
  return io;
}
