import { constants, createGzip } from "node:zlib";
import type { StreamEvent } from "../../contracts/sync.ts";

/** 80 kB of memory for each open stream. The window holds the last eight events, a customer's messages and the answers. */
const options = { windowBits: 14, memLevel: 5, flush: constants.Z_SYNC_FLUSH };

/**
 * Compresses a stream of events, each at once. Compression reveals by its length whether two texts are alike, and a
 * customer can write any text: so events share a context only while they are about one subject, and another
 * customer's texts are compressed apart from these.
 */
export function compressEvents(onPart: (part: Uint8Array) => void) {
  const gzip = createGzip(options);
  let last = "";
  let pieces: Uint8Array[] = [];
  let writing = 0;

  /** A part costs 31 bytes of TLS and HTTP/2, so all output for one text is sent as one part. */
  gzip.on("data", (piece) => {
    pieces.push(piece);
    if (writing === 0) sendPart();
  });

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
      writing += 1;
      gzip.write(text, () => {
        writing -= 1;
        sendPart();
      });
    },
    /** `onEnd` is called after the last part. */
    end(onEnd: () => void) {
      gzip.once("end", onEnd);
      gzip.end();
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
