import { MPEGDecoder } from "mpg123-decoder";
import { MAX_VOICE_SECONDS } from "../../../contracts/desk/messages.ts";
import { RecordingTooLong, requireShortRecording } from "./recording-length.ts";
import { openResampler, toInt16, toMono } from "./sound.ts";

/** Bytes decoded per step: a long recording is never wholly in memory as samples. */
const PIECE_BYTES = 64 * 1024;

/**
 * Decodes an MP3 to mono at the given rate, in pieces. Returns the number of samples; throws when the MP3 contains no
 * sound, and `RecordingTooLong` for more than 15 minutes, before it decodes anything if the frames tell their length.
 */
export async function decodeMp3(mp3: Uint8Array, rate: number, onPiece: (piece: Int16Array) => void): Promise<number> {
  requireShortRecording(mp3);
  const decoder = new MPEGDecoder();
  await decoder.ready;
  let resample: ReturnType<typeof openResampler> | undefined;
  let samples = 0;
  try {
    for (let place = 0; place < mp3.length; place += PIECE_BYTES) {
      const { channelData, sampleRate, samplesDecoded } = decoder.decode(mp3.subarray(place, place + PIECE_BYTES));
      if (samplesDecoded === 0) continue;
      resample ??= openResampler(sampleRate, rate);
      const piece = toInt16(resample(toMono(channelData.map((channel) => channel.subarray(0, samplesDecoded)))));
      samples += piece.length;
      // Frames may not tell their length.
      if (samples > (MAX_VOICE_SECONDS + 1) * rate) throw new RecordingTooLong();
      onPiece(piece);
    }
  } finally {
    decoder.free();
  }
  if (samples === 0) throw new Error("there is no sound in the recording");
  return samples;
}
