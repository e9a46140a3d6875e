import { once } from "node:events";
import { type AddressInfo, createServer, type Server, Socket } from "node:net";

/** Limits of a phone's connection. Both directions have the same rate. */
export type Link = { bitsPerSecond: number; roundTripMs: number };
/** Bytes in both directions, without the headers of TCP. */
export type Bytes = { up: number; down: number };

/** Largest piece that travels at once: a file does not hold up an event for long. */
const PIECE = 4_096;

/**
 * A proxy in front of a server that delays and counts all traffic of a browser. The limits of the browser's own tools
 * do not apply to its service workers, and their counts do not include headers of requests.
 */
export async function openSlowLink(port: number, link: Link) {
  const [up, down] = [direction(link), direction(link)];
  const carried: Bytes = { up: 0, down: 0 };
  const sockets = new Set<Socket>();

  const server: Server = createServer((client) => {
    const upstream = new Socket().connect(port, "127.0.0.1");
    // TCP's own handshake takes one round trip before the first byte of the browser leaves.
    const connectedAt = performance.now() + link.roundTripMs;
    carry(
      client,
      upstream,
      (bytes) => Math.max(up(bytes), connectedAt + link.roundTripMs / 2),
      (bytes) => {
        carried.up += bytes;
      },
    );
    carry(upstream, client, down, (bytes) => {
      carried.down += bytes;
    });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    port: (server.address() as AddressInfo).port,
    /** Returns the bytes of all connections until now. */
    bytes: (): Bytes => ({ ...carried }),
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

function carry(from: Socket, to: Socket, arrivalOf: (bytes: number) => number, onCarried: (bytes: number) => void) {
  let last: Promise<void> = Promise.resolve();
  from.on("data", (part: Buffer) => {
    onCarried(part.length);
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
