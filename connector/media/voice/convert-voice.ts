import { Worker } from "node:worker_threads";
import { RecordingTooLong } from "./recording-length.ts";

/** Opus in Ogg, or uncompressed samples. */
export type VoiceFormat = "opus" | "wav";
export type ConvertedVoice = { seconds: number; waveform: number[] };

const MAX_MS = 60_000;

/**
 * Converts the MP3 at `from` in a worker thread. Rejects on failure and after 60 seconds, and with `RecordingTooLong` for a
 * recording of more than 15 minutes.
 */
export function convertVoice(from: string, to: string, format: VoiceFormat = "opus"): Promise<ConvertedVoice> {
  const { promise, resolve, reject } = Promise.withResolvers<ConvertedVoice>();
  // The native build ends the process when a second thread loads it.
  const env = { ...process.env, OPUS_FORCE_WASM: "1" };
  const worker = new Worker(new URL("./voice-worker.ts", import.meta.url), { env, workerData: { from, to, format } });
  const timer = setTimeout(() => reject(new Error("the conversion timed out")), MAX_MS);
  worker.once("message", (answer: ConvertedVoice | "tooLong") =>
    answer === "tooLong" ? reject(new RecordingTooLong()) : resolve(answer),
  );
  worker.once("error", reject);
  worker.once("exit", (code) => reject(new Error(`the conversion thread exited with code ${code}`)));
  return promise.finally(() => {
    clearTimeout(timer);
    void worker.terminate();
  });
}
