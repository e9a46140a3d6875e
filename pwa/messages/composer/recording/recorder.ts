import { createEncoder } from "wasm-media-encoders";
import mp3Wasm from "wasm-media-encoders/wasm/mp3?url";
import workletScript from "./capture-worklet.ts?worker&url";
import { barsOf, loudnessOf } from "./loudness.ts";

export type Recording = { blob: Blob; seconds: number; waveform: number[] };
export type Recorder = {
  pause(): void;
  resume(): void;
  /** Returns the whole recording as MP3 and releases the microphone. */
  stop(): Promise<Recording>;
  cancel(): void;
};

const BITRATE = 128;

/**
 * Records mono MP3 at 128 kbit/s. Throws the errors of `getUserMedia` when there is no microphone or permission is
 * denied. `onLevel`: current loudness, 0 to 1, about 20 times a second; `onLost`: the microphone was disconnected.
 */
export async function startRecorder(listen: {
  onLevel(level: number, seconds: number): void;
  onLost(): void;
}): Promise<Recorder> {
  // Asks for permission first, so that nothing is loaded when the user denies it.
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  });
  const context = new AudioContext();
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
    const { sampleRate } = context;
    encoder.configure({ sampleRate, channels: 1, bitrate: BITRATE });
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const levels: number[] = [];
    let samples = 0;
    const capture = new AudioWorkletNode(context, "capture", { numberOfInputs: 1, numberOfOutputs: 0 });
    capture.port.onmessage = ({ data }: MessageEvent<Float32Array>) => {
      // Copies the data, because the encoder reuses its buffer for the next chunk.
      parts.push(new Uint8Array(encoder.encode([data])));
      samples += data.length;
      const level = loudnessOf(data);
      levels.push(level);
      listen.onLevel(level, samples / sampleRate);
    };
    context.createMediaStreamSource(stream).connect(capture);
    for (const track of stream.getTracks()) track.onended = () => listen.onLost();
    return {
      pause: () => void context.suspend(),
      resume: () => void context.resume(),
      async stop() {
        capture.port.onmessage = null;
        end();
        parts.push(new Uint8Array(encoder.finalize()));
        const blob = new Blob(parts, { type: "audio/mpeg" });
        return { blob, seconds: samples / sampleRate, waveform: barsOf(levels) };
      },
      cancel() {
        capture.port.onmessage = null;
        end();
      },
    };
  } catch (error) {
    end();
    throw error;
  }
}
