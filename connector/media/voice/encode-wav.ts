import { decodeMp3 } from "./decode-mp3.ts";
import { waveformOf } from "./sound.ts";

const RATE = 16_000;
/** Samples of 20 ms. */
const STRETCH = RATE / 50;
const HEADER_BYTES = 44;
const SAMPLE_BYTES = 2;

export type EncodedWav = { wav: Buffer; seconds: number; waveform: number[] };

/** Encodes an MP3 as mono PCM in WAV, the only format that every channel plays. */
export async function encodeWav(mp3: Uint8Array): Promise<EncodedWav> {
  const pieces: Buffer[] = [];
  const loudness: number[] = [];
  const samples = await decodeMp3(mp3, RATE, (piece) => {
    pieces.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
    for (let place = 0; place < piece.length; place += STRETCH) {
      const stretch = piece.subarray(place, place + STRETCH);
      loudness.push(stretch.reduce((sum, sample) => sum + Math.abs(sample), 0) / stretch.length);
    }
  });
  const wav = Buffer.concat([headerOf(samples * SAMPLE_BYTES), ...pieces]);
  return { wav, seconds: Math.max(1, Math.round(samples / RATE)), waveform: waveformOf(loudness) };
}

function headerOf(dataBytes: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write("RIFF", 0);
  header.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20); // PCM
  header.writeUInt16LE(1, 22); // mono
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE * SAMPLE_BYTES, 28);
  header.writeUInt16LE(SAMPLE_BYTES, 32);
  header.writeUInt16LE(8 * SAMPLE_BYTES, 34);
  header.write("data", 36);
  header.writeUInt32LE(dataBytes, 40);
  return header;
}
