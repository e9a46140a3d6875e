import { createEncoder } from "wasm-media-encoders";
import mp3Wasm from "wasm-media-encoders/wasm/mp3?url";
import { MAX_VOICE_SECONDS } from "../../../../contracts/desk/messages.ts";
import type { RecordedPart, VoiceDraft } from "../../../../sync/client/index.ts";
import workletScript from "./capture-worklet.ts?worker&url";
import { loudnessOf } from "./loudness.ts";

export type Recorder = {
  sampleRate: number;
  /** Ends the recording, stores its last part and releases the microphone. */
  stop(): Promise<void>;
};

const BITRATE = 128;
/** At most this much of a recording is lost when the browser is killed. */
const PART_SECONDS = 0.5;
/** Stops before the limit: the parts of a continued recording have incomplete frames at their ends. */
const LAST_SECONDS = MAX_VOICE_SECONDS - 5;

type Listener = {
  /** Current loudness, 0 to 1, and the length so far, about 20 times a second. */
  onLevel(level: number, seconds: number): void;
  /** Stores the encoded audio of about half a second. */
  onPart(part: RecordedPart, sampleRate: number): Promise<void>;
  /** A part could not be stored. No later one is: the recording ends with the parts before. */
  onFailed(error: unknown): void;
  /** The microphone was disconnected, muted by the system or taken by a call, or the recording is as long as it may be. */
  onLost(): void;
};

/**
 * Records mono MP3 at 128 kbit/s, in parts that can be joined. Throws the errors of `getUserMedia` when there is no
 * microphone or permission is denied. `continued`: the recording which is continued.
 */
export async function startRecorder(
  listen: Listener,
  continued: Pick<VoiceDraft, "sampleRate" | "seconds"> | null | undefined,
): Promise<Recorder> {
  // Asks for permission first, so that nothing is loaded when the user denies it.
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  });
  const context = new AudioContext({ sampleRate: continued?.sampleRate });
  const end = () => {
    for (const track of stream.getTracks()) track.stop();
    if (context.state !== "closed") void context.close();
  };
  try {
    const [encoder] = await Promise.all([
      createEncoder("audio/mpeg", mp3Wasm),
      context.audioWorklet.addModule(workletScript),
      context.resume(),
    ]);
    const rate = context.sampleRate;
    encoder.configure({ sampleRate: rate, channels: 1, bitrate: BITRATE });
    let samples = 0;
    let part = emptyPart();
    /** Parts are stored one after the other. */
    let stored: Promise<void> = Promise.resolve();
    let hasFailed = false;
    const store = () => {
      const { chunks, levels, seconds } = part;
      part = emptyPart();
      if (chunks.length === 0) return;
      stored = stored.then(async () => {
        if (!hasFailed) await listen.onPart({ bytes: joined(chunks), levels, seconds }, rate);
      });
      stored = stored.catch((error: unknown) => {
        hasFailed = true;
        listen.onFailed(error);
      });
    };
    const capture = new AudioWorkletNode(context, "capture", { numberOfInputs: 1, numberOfOutputs: 0 });
    capture.port.onmessage = ({ data }: MessageEvent<Float32Array>) => {
      // Copies the data, because the encoder reuses its buffer for the next chunk.
      part.chunks.push(new Uint8Array(encoder.encode([data])));
      part.seconds += data.length / rate;
      samples += data.length;
      const level = loudnessOf(data);
      part.levels.push(level);
      listen.onLevel(level, samples / rate);
      if (part.seconds >= PART_SECONDS) store();
      if ((continued?.seconds ?? 0) + samples / rate >= LAST_SECONDS) lost();
    };
    context.createMediaStreamSource(stream).connect(capture);
    let ended: Promise<void> | null = null;
    const lost = () => {
      if (!ended) listen.onLost();
    };
    for (const track of stream.getTracks()) {
      track.onended = lost;
      track.onmute = lost;
    }
    // iOS interrupts the audio of a page while a call rings.
    context.onstatechange = () => {
      if (context.state !== "running") lost();
    };
    return {
      sampleRate: rate,
      stop() {
        ended ??= (async () => {
          capture.port.onmessage = null;
          end();
          part.chunks.push(new Uint8Array(encoder.finalize()));
          store();
          await stored;
        })();
        return ended;
      },
    };
  } catch (error) {
    end();
    throw error;
  }
}

const emptyPart = () => ({ chunks: [] as Uint8Array<ArrayBuffer>[], levels: [] as number[], seconds: 0 });

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
