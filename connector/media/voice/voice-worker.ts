import { readFile, writeFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { VoiceFormat } from "./convert-voice.ts";
import { encodeVoice } from "./encode-voice.ts";
import { encodeWav } from "./encode-wav.ts";
import { RecordingTooLong } from "./recording-length.ts";

/** Converts one recording in a worker thread: decoding and encoding would block all connections of the process. */
const { from, to, format } = workerData as { from: string; to: string; format: VoiceFormat };
const mp3 = await readFile(from);
try {
  const encoded = format === "wav" ? await encodeWav(mp3) : await encodeVoice(mp3);
  await writeFile(to, "wav" in encoded ? encoded.wav : encoded.ogg);
  const { seconds, waveform } = encoded;
  parentPort?.postMessage({ seconds, waveform });
} catch (error) {
  // An error loses its class on the way to the other thread.
  if (!(error instanceof RecordingTooLong)) throw error;
  parentPort?.postMessage("tooLong");
}
