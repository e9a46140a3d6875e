/** Runs on the audio thread and posts the microphone's samples in chunks of about 40 ms. */
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
  abstract process(inputs: Float32Array[][]): boolean;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

const PIECE = 2_048;

class Capture extends AudioWorkletProcessor {
  #piece = new Float32Array(PIECE);
  #filled = 0;

  process([input]: Float32Array[][]): boolean {
    for (const sample of input?.[0] ?? []) {
      this.#piece[this.#filled] = sample;
      this.#filled += 1;
      if (this.#filled < PIECE) continue;
      this.port.postMessage(this.#piece, [this.#piece.buffer]);
      this.#piece = new Float32Array(PIECE);
      this.#filled = 0;
    }
    return true;
  }
}

registerProcessor("capture", Capture);
