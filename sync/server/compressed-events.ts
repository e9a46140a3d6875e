import { constants } from "node:zlib";
import { Gzip } from "minizlib";
import type { StreamEvent } from "../../contracts/sync.ts";

/** 80 kB of memory for each open stream. The window holds the last eight events, a customer's messages and the answers. */
const options = { windowBits: 14, memLevel: 5, flush: constants.Z_SYNC_FLUSH };

/**
 * Compresses a stream of events, each at once and on this thread: for an event of 2 kB, handing it to another thread
 * costs six times as much as compressing it. Compression reveals by its length whether two texts are alike, and a
 * customer can write any text: so events share a context only while they are about one subject, and another
 * customer's texts are compressed apart from these.
 */
export function compressEvents(onPart: (part: Uint8Array) => void) {
  const gzip = new Gzip(options);
  let last = "";
  let pieces: Uint8Array[] = [];
  gzip.on("data", (piece) => void pieces.push(piece));

  /** A part costs 31 bytes of TLS and HTTP/2, so all output for one text is sent as one part. */
  function sendPart() {
    const part = Buffer.concat(pieces);
    pieces = [];
    if (part.length > 0) onPart(part);
  }

  return {
    /** `subject`: an event with none shares a context with any other; null is several at once. */
    write(text: string, subject: string | null) {
      if (subject === null || (subject !== "" && last !== "" && subject !== last)) gzip.flush(constants.Z_FULL_FLUSH);
      if (subject !== "") last = subject ?? "several";
      gzip.write(text);
      sendPart();
    },
    /** Sends the last part. */
    end() {
      gzip.end();
      sendPart();
    },
  };
}

/** Returns the ticket, chat or other document that an event is about: empty without documents, null with several. */
export function subjectOf(event: StreamEvent): string | null {
  if (event.type !== "changes") return "";
  const subjects = new Set<string>();
  for (const [collection, { documents }] of Object.entries(event.parts)) {
    // A contact changes with its tickets; it says the same about the same customer.
    if (collection !== "contacts") for (const { id } of documents) subjects.add(id);
  }
  return subjects.size > 1 ? null : ([...subjects][0] ?? "");
}
