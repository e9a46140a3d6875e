import { createMp3Encoder } from "wasm-media-encoders";

const RATE = 44_100;

/** Creates an MP3 like browsers record it: 128 kbit/s by default, a tone after some silence. */
export async function givenRecording(sound: {
  seconds: number;
  silentSeconds: number;
  hertz: number;
  bitrate?: 64 | 128 | 320;
}): Promise<Buffer> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: RATE, channels: 1, bitrate: sound.bitrate ?? 128 });
  const samples = Float32Array.from({ length: sound.seconds * RATE }, (_, place) =>
    place < sound.silentSeconds * RATE ? 0 : Math.sin((2 * Math.PI * sound.hertz * place) / RATE) / 2,
  );
  // Copied, because the encoder reuses its buffer.
  const parts = [Buffer.from(Uint8Array.from(encoder.encode([samples])))];
  parts.push(Buffer.from(Uint8Array.from(encoder.finalize())));
  return Buffer.concat(parts);
}
