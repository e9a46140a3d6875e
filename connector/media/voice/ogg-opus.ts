const BEGINS = 0x02;
const ENDS = 0x04;
const MAX_SEGMENTS = 255;
const OPUS_RATE = 48_000;

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  return crc >>> 0;
});

/** Computes Ogg's CRC-32: without reflection, with 0 as initial and final value. */
function crcOf(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) crc = ((crc << 8) ^ (crcTable[((crc >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0;
  return crc;
}

/** Returns a packet's segment lengths: full segments of 255, and a shorter one that ends the packet. */
const segmentsOf = (packet: Uint8Array) => [...Array(Math.floor(packet.length / 255)).fill(255), packet.length % 255];

export type OpusStream = {
  /** Mono packets of `packetSamples` each, in order. */
  packets: readonly Uint8Array[];
  /** Samples per packet, at 48 kHz. */
  packetSamples: number;
  /** Samples that the encoder inserts before the recording. */
  preSkip: number;
  /** Samples of the recording. */
  samples: number;
};

/** Builds an Opus stream in an Ogg container (RFC 7845): head, tags, then the sound in pages of up to 255 segments. */
export function oggOpus({ packets, packetSamples, preSkip, samples }: OpusStream): Buffer {
  const pages: Buffer[] = [];
  const page = (flags: number, granule: number, content: readonly Uint8Array[]) =>
    pages.push(pageOf(flags, granule, pages.length, content));
  page(BEGINS, 0, [headOf(preSkip)]);
  page(0, 0, [tags]);
  let waiting: Uint8Array[] = [];
  let segments = 0;
  packets.forEach((packet, place) => {
    const needed = segmentsOf(packet).length;
    if (segments + needed > MAX_SEGMENTS) {
      page(0, place * packetSamples, waiting);
      [waiting, segments] = [[], 0];
    }
    waiting.push(packet);
    segments += needed;
  });
  // The last page states how many samples count.
  page(ENDS, preSkip + samples, waiting);
  return Buffer.concat(pages);
}

function headOf(preSkip: number): Buffer {
  const head = Buffer.alloc(19);
  head.write("OpusHead", 0, "latin1");
  head.writeUInt8(1, 8);
  head.writeUInt8(1, 9);
  head.writeUInt16LE(preSkip, 10);
  head.writeUInt32LE(OPUS_RATE, 12);
  return head;
}

const vendor = Buffer.from("Balcao");
const tags = Buffer.concat([
  Buffer.from("OpusTags"),
  Buffer.from([vendor.length, 0, 0, 0]),
  vendor,
  Buffer.from([0, 0, 0, 0]),
]);

function pageOf(flags: number, granule: number, sequence: number, packets: readonly Uint8Array[]): Buffer {
  const lengths = packets.flatMap(segmentsOf);
  const head = Buffer.alloc(27);
  head.write("OggS", 0, "latin1");
  head.writeUInt8(flags, 5);
  head.writeBigUInt64LE(BigInt(granule), 6);
  head.writeUInt32LE(1, 14);
  head.writeUInt32LE(sequence, 18);
  head.writeUInt8(lengths.length, 26);
  const page = Buffer.concat([head, Buffer.from(lengths), ...packets]);
  page.writeUInt32LE(crcOf(page), 22);
  return page;
}
