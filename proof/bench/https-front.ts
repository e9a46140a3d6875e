import { createHash, createPublicKey } from "node:crypto";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { type IncomingHttpHeaders, performServerHandshake, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo } from "node:net";
import { createServer, type TLSSocket } from "node:tls";
import { selfSigned } from "../../sandbox/socket/certificate.ts";
import { countFrames } from "./http2-frames.ts";
import { type Bytes, type Link, openSlowLink } from "./slow-link.ts";

export type Exchange = { method: string; path: string } & Bytes;
export type PhoneLink = Awaited<ReturnType<typeof openPhoneLink>>;

/** Bytes that the server may be ahead of the link, as in the buffers of a mobile network. */
const MAX_AHEAD = 64_000;
/** Headers of one connection. */
const ofConnection = /^(connection|keep-alive|proxy-connection|transfer-encoding|upgrade|host|te|:.*)$/;
/** Headers that the release's reverse proxy adds to each answer. */
const ofProxy = { via: "1.1 Caddy", "alt-svc": 'h3=":443"; ma=2592000' };

/**
 * The way from a phone to an API in production: the slow link, then TLS and HTTP/2 as at the reverse proxy of the
 * release. Counts all bytes of the link, and those of the frames by address. `serve` sets the API's port: the
 * API needs the public address first.
 */
export async function openPhoneLink(link: Link) {
  const { certPem: cert, keyPem: key } = selfSigned("127.0.0.1");
  const agent = new Agent({ keepAlive: true });
  const tracked: { exchange: Omit<Exchange, keyof Bytes>; bytes: () => Bytes }[] = [];
  const open = new Set<TLSSocket>();
  let apiPort = 0;

  const server = createServer({ cert, key, ALPNProtocols: ["h2"] }, (socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    const begin = slow.bytes().down;
    const untilRoom = async (sent: number) => {
      while (!socket.destroyed && begin + sent - slow.bytes().down > MAX_AHEAD)
        await new Promise((resolve) => setTimeout(resolve, 5));
    };
    const { counted, of } = countFrames(socket, untilRoom);
    tracked.push({ exchange: { method: "", path: "(connection)" }, bytes: () => of(0) });
    const session = performServerHandshake(counted);
    session.on("stream", (stream, headers) => {
      const { id = 0 } = stream;
      const { ":method": method = "", ":path": path = "" } = headers;
      tracked.push({ exchange: { method, path }, bytes: () => of(id) });
      forward(stream, headers, apiPort, agent);
    });
    session.on("error", () => session.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const slow = await openSlowLink((server.address() as AddressInfo).port, link);

  return {
    url: `https://127.0.0.1:${slow.port}`,
    /** For the browser that shall trust the certificate. */
    keyHash: keyHashOf(cert),
    serve(port: number) {
      apiPort = port;
    },
    /** Returns all bytes of the link until now, with those of TLS. */
    bytes: slow.bytes,
    /** Returns the bytes of the frames by request until now, without those of TLS. */
    exchanges: (): Exchange[] => tracked.map(({ exchange, bytes }) => ({ ...exchange, ...bytes() })),
    close() {
      slow.close();
      for (const socket of open) socket.destroy();
      server.close();
      agent.destroy();
    },
  };
}

const keyHashOf = (certificate: string): string =>
  createHash("sha256")
    .update(createPublicKey(certificate).export({ type: "spki", format: "der" }))
    .digest("base64");

/** Sends a request on to the API over HTTP/1.1, and each part of the answer back as it comes. */
function forward(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, port: number, agent: Agent): void {
  const own = Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.test(name)));
  const asked = request({
    agent,
    host: "127.0.0.1",
    port,
    method: headers[":method"],
    path: headers[":path"],
    headers: {
      ...own,
      host: headers[":authority"],
      "x-forwarded-for": "127.0.0.1",
      "x-forwarded-proto": "https",
      "x-forwarded-host": headers[":authority"],
    },
  });
  asked.on("response", (answer: IncomingMessage) => {
    if (stream.destroyed) return void answer.destroy();
    const given = Object.entries(answer.headers).filter(([name]) => !ofConnection.test(name));
    stream.respond({ ":status": answer.statusCode, ...Object.fromEntries(given), ...ofProxy });
    answer.pipe(stream);
    answer.on("error", () => stream.close());
  });
  asked.on("error", () => stream.close());
  stream.on("error", () => asked.destroy());
  stream.on("close", () => asked.destroy());
  stream.pipe(asked);
}
