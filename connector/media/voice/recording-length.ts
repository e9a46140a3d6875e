import { MAX_VOICE_SECONDS } from "../../../contracts/desk/messages.ts";

/** The recording is longer than `MAX_VOICE_SECONDS`. */
export class RecordingTooLong extends Error {}

/** The decoder searches bytes between frames slowly: about 20 seconds for a megabyte. */
const MIN_FRAMES = 0.95;
/** Bytes that are not counted: a frame that was cut, and a tag at the end. */
const END_BYTES = 4_096;

/**
 * Throws `RecordingTooLong` when the frames of an MP3 last longer than 15 minutes, and an error when more than a twentieth of
 * it is not frames of a known length. Decodes nothing.
 */
export function requireShortRecording(mp3: Uint8Array): void {
  const begin = soundBegins(mp3);
  let seconds = 0;
  let bytes = 0;
  for (let place = begin; place + 4 <= mp3.length; ) {
    const frame = frameAt(mp3, place);
    // Bytes that look like a header stand anywhere: a frame ends at the next one, or with the file.
    if (!frame || !isFrameEnd(mp3, place + frame.bytes)) {
      place += 1;
      continue;
    }
    seconds += frame.seconds;
    bytes += frame.bytes;
    if (seconds > MAX_VOICE_SECONDS) throw new RecordingTooLong();
    place += frame.bytes;
  }
  if (bytes === 0) throw new Error("there is no sound in the recording");
  if (bytes < (mp3.length - begin - END_BYTES) * MIN_FRAMES)
    throw new Error("the recording has too much besides sound");
}

/** Returns where an ID3v2 tag ends, which may contain anything; 0 without one. */
function soundBegins(mp3: Uint8Array): number {
  const isTagged = mp3.length > 10 && mp3[0] === 0x49 && mp3[1] === 0x44 && mp3[2] === 0x33;
  if (!isTagged) return 0;
  const [a = 0, b = 0, c = 0, d = 0] = mp3.subarray(6, 10);
  return 10 + (((a & 0x7f) << 21) | ((b & 0x7f) << 14) | ((c & 0x7f) << 7) | (d & 0x7f));
}

const isFrameEnd = (mp3: Uint8Array, place: number): boolean =>
  place >= mp3.length - 4 || frameAt(mp3, place) !== null || isId3v1(mp3, place);
const isId3v1 = (mp3: Uint8Array, place: number): boolean =>
  mp3[place] === 0x54 && mp3[place + 1] === 0x41 && mp3[place + 2] === 0x47;

/** Bits per second / 1000, by the header's index; 0: the header does not say it. */
const bitrates = {
  first: [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  second: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  third: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  firstOfLow: [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  othersOfLow: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const rates = [44_100, 48_000, 32_000];

/** Reads the header of a frame of MPEG 1, 2 or 2.5, layer I to III. Null: there is none of a known length. */
function frameAt(mp3: Uint8Array, place: number): { bytes: number; seconds: number } | null {
  const [sync = 0, kind = 0, sound = 0] = mp3.subarray(place, place + 3);
  if (sync !== 0xff || (kind & 0xe0) !== 0xe0) return null;
  const [version, layer] = [(kind >> 3) & 3, 4 - ((kind >> 1) & 3)];
  const fullRate = rates[(sound >> 2) & 3];
  if (version === 1 || layer === 4 || !fullRate) return null;
  const isLow = version !== 3;
  const rate = fullRate / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const ofLayer = isLow
    ? [bitrates.firstOfLow, bitrates.othersOfLow, bitrates.othersOfLow]
    : [bitrates.first, bitrates.second, bitrates.third];
  const bits = (ofLayer[layer - 1]?.[sound >> 4] ?? 0) * 1_000;
  if (bits === 0) return null;
  const padding = (sound >> 1) & 1;
  if (layer === 1) return { bytes: (Math.floor((12 * bits) / rate) + padding) * 4, seconds: 384 / rate };
  const samples = layer === 3 && isLow ? 576 : 1_152;
  return { bytes: Math.floor(((samples / 8) * bits) / rate) + padding, seconds: samples / rate };
}
