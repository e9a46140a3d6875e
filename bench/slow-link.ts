import { once } from "node:events";
import { type AddressInfo, createServer, type Server, Socket } from "node:net";

/** Limits of a phone's connection. Both directions have the same rate. */
export type Link = { bitsPerSecond: number; roundTripMs: number };
/** Bytes in both directions, with the lines and headers of HTTP and without those of TCP. */
export type Traffic = { requests: number; up: number; down: number };
export type Exchange = { method: string; path: string } & Traffic;

/** Largest piece that travels at once: a file does not hold up an event for long. */
const PIECE = 4_096;
const requestLine = /^([A-Z]+) (\S+) HTTP\/1\.1\r\n/;

/**
 * A proxy in front of a server that delays and counts all traffic of a browser. The limits of the browser's own tools
 * do not apply to its service workers, and their counts do not include headers of requests.
 */
export async function openSlowLink(target: string, link: Link) {
  const { hostname, port } = new URL(target);
  const [up, down] = [direction(link), direction(link)];
  const exchanges: Exchange[] = [];
  const sockets = new Set<Socket>();

  const server: Server = createServer((client) => {
    const upstream = new Socket().connect(Number(port), hostname);
    let current: Exchange = { method: "", path: "", requests: 0, up: 0, down: 0 };
    // A browser sends no request on a connection before the last one is answered.
    carry(client, upstream, up, (part) => {
      const [, method, path] = requestLine.exec(part.toString("latin1", 0, 2_048)) ?? [];
      if (method && path) {
        current = { method, path, requests: 1, up: 0, down: 0 };
        exchanges.push(current);
      }
      current.up += part.length;
    });
    carry(upstream, client, down, (part) => {
      current.down += part.length;
    });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Returns the traffic of the requests that match, until now. */
    traffic(matches: (exchange: Exchange) => boolean = () => true): Traffic {
      const sum = { requests: 0, up: 0, down: 0 };
      for (const exchange of exchanges.filter(matches)) {
        sum.requests += exchange.requests;
        sum.up += exchange.up;
        sum.down += exchange.down;
      }
      return sum;
    },
    exchanges: (): readonly Exchange[] => exchanges.map((exchange) => ({ ...exchange })),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Returns the function that tells when a piece has arrived: pieces of one direction travel one after another. */
function direction({ bitsPerSecond, roundTripMs }: Link) {
  let freeAt = 0;
  return (bytes: number): number => {
    freeAt = Math.max(performance.now(), freeAt) + (bytes * 8_000) / bitsPerSecond;
    return freeAt + roundTripMs / 2;
  };
}

function carry(from: Socket, to: Socket, arrivalOf: (bytes: number) => number, onPart: (part: Buffer) => void) {
  let last: Promise<void> = Promise.resolve();
  from.on("data", (part: Buffer) => {
    onPart(part);
    from.pause();
    for (let at = 0; at < part.length; at += PIECE) {
      const piece = part.subarray(at, at + PIECE);
      const arrival = arrivalOf(piece.length);
      last = last.then(() => until(arrival)).then(() => void (to.writable && to.write(piece)));
    }
    // Reads on before the part has arrived, so that the round trip does not limit the rate.
    setTimeout(() => from.resume(), Math.max(0, arrivalOf(0) - performance.now() - 100));
  });
  from.on("end", () => void last.then(() => to.end()));
  from.on("error", () => to.destroy());
  from.on("close", () => void last.then(() => to.destroy()));
}

const until = (at: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())));
