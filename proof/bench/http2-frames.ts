import { Duplex } from "node:stream";
import type { Bytes } from "./slow-link.ts";

/** Length (3 bytes), type, flags and stream (4 bytes) of an HTTP/2 frame. */
const HEAD_BYTES = 9;
/** The text with which a browser begins an HTTP/2 connection. */
const PREFACE_BYTES = 24;

/** The frames that one direction has carried, by HTTP/2 stream; 0 is the connection itself. */
export class FrameCount {
  readonly bytes = new Map<number, number>();
  /** Bytes until the next frame begins. */
  #left: number;
  #stream = 0;
  #head = Buffer.alloc(0);

  constructor(prefaceBytes: number) {
    this.#left = prefaceBytes;
  }

  add(part: Buffer): void {
    for (let at = 0; at < part.length; ) {
      if (this.#left > 0) {
        const taken = Math.min(this.#left, part.length - at);
        this.#count(taken);
        this.#left -= taken;
        at += taken;
        continue;
      }
      const taken = part.subarray(at, at + HEAD_BYTES - this.#head.length);
      this.#head = Buffer.concat([this.#head, taken]);
      at += taken.length;
      if (this.#head.length < HEAD_BYTES) return;
      this.#left = this.#head.readUIntBE(0, 3);
      this.#stream = this.#head.readUInt32BE(5) & 0x7fff_ffff;
      this.#head = Buffer.alloc(0);
      this.#count(HEAD_BYTES);
    }
  }

  #count(bytes: number) {
    this.bytes.set(this.#stream, (this.bytes.get(this.#stream) ?? 0) + bytes);
  }
}

/** Returns the decrypted connection of a browser, and the counts of its frames. `untilRoom` slows the server down. */
export function countFrames(socket: Duplex, untilRoom: (sent: number) => Promise<void>) {
  const [up, down] = [new FrameCount(PREFACE_BYTES), new FrameCount(0)];
  let sent = 0;
  const send = (part: Buffer, done: () => void) => {
    down.add(part);
    sent += part.length;
    socket.write(part);
    void untilRoom(sent).then(done);
  };
  const counted = new Duplex({
    read: () => void socket.resume(),
    write: (part: Buffer, _encoding, done) => send(part, done),
    // Frames that are ready together share a record of TLS.
    writev: (parts, done) => send(Buffer.concat(parts.map(({ chunk }) => chunk as Buffer)), done),
    final: (done) => void socket.end(() => done()),
    destroy(error, done) {
      socket.destroy();
      done(error);
    },
  });
  socket.on("data", (part: Buffer) => {
    up.add(part);
    if (!counted.push(part)) socket.pause();
  });
  socket.on("end", () => counted.push(null));
  socket.on("close", () => counted.destroy());
  // A browser that is closed resets its connections.
  socket.on("error", () => counted.destroy());
  const of = (stream: number): Bytes => ({ up: up.bytes.get(stream) ?? 0, down: down.bytes.get(stream) ?? 0 });
  return { counted, of };
}
