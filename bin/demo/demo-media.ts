import { crc32, deflateSync } from "node:zlib";

const SIDE = 320;

/** Draws a PNG of a cracked terracotta vase, so that the demo needs no third-party file. */
export function vasePng(): Buffer {
  const rows: Buffer[] = [];
  for (let y = 0; y < SIDE; y++) {
    const row = Buffer.alloc(1 + SIDE * 3);
    for (let x = 0; x < SIDE; x++) row.set(vaseColour(x, y), 1 + x * 3);
    rows.push(row);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

function vaseColour(x: number, y: number): [number, number, number] {
  const height = (y - 70) / 190;
  const halfWidth = 34 + 62 * Math.sin(Math.PI * Math.min(1, Math.max(0, height)) ** 0.8) * (height > 0 ? 1 : 0);
  const inside = height >= 0 && height <= 1 && Math.abs(x - 160) < halfWidth;
  if (inside) {
    const crack = Math.abs(x - (182 + ((y * 7) % 23) - 11)) < 2 && height < 0.32;
    if (crack) return [52, 24, 14];
    if (Math.abs(height - 0.45) < 0.012 || Math.abs(height - 0.52) < 0.012) return [241, 217, 184];
    const light = 1 - (x - (160 - halfWidth)) / (2 * halfWidth);
    return [Math.round(120 + 100 * light), Math.round(62 + 78 * light), Math.round(36 + 62 * light)];
  }
  if (y > 236) return [165, 124, 85];
  return [Math.round(236 - y * 0.12), Math.round(226 - y * 0.13), Math.round(206 - y * 0.15)];
}

const RATE = 8_000;

/** Returns a WAV file of that many seconds with a hum that rises and falls like speech. */
export function humWav(seconds: number): Buffer {
  const samples = Buffer.alloc(RATE * seconds * 2);
  for (let i = 0; i < RATE * seconds; i++) {
    const t = i / RATE;
    const loudness = 0.18 * Math.abs(Math.sin(t * 2.7)) * Math.abs(Math.sin(t * 0.9 + 0.4));
    samples.writeInt16LE(
      Math.round(32_000 * loudness * Math.sin(2 * Math.PI * (170 + 25 * Math.sin(t * 5)) * t)),
      i * 2,
    );
  }
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

/** Returns the 64 loudness values (0–100) of the voice note's waveform. */
export function humWaveform(seconds: number): number[] {
  return Array.from({ length: 64 }, (_, i) => {
    const t = (i / 64) * seconds;
    return Math.round(100 * Math.abs(Math.sin(t * 2.7)) * Math.abs(Math.sin(t * 0.9 + 0.4)));
  });
}
