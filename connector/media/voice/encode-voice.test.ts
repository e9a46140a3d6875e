import { Decoder } from "@evan/opus";
import { expect, test, vi } from "vitest";
import { MAX_VOICE_SECONDS } from "../../../contracts/desk/messages.ts";
import { givenRecording } from "../../testing/given-recording.ts";
import { encodeVoice } from "./encode-voice.ts";
import { RecordingTooLong, requireShortRecording } from "./recording-length.ts";
import { openResampler, waveformOf } from "./sound.ts";

// The same environment as in the worker thread.
vi.hoisted(() => {
  process.env.OPUS_FORCE_WASM = "1";
});

type Page = { flags: number; granule: number; sequence: number; packets: Buffer[] };

/** Parses the pages and their packets like a player does. Our packets never span two pages. */
function pagesOf(ogg: Buffer): Page[] {
  const pages: Page[] = [];
  for (let place = 0; place < ogg.length; ) {
    expect(ogg.toString("latin1", place, place + 4)).toBe("OggS");
    const count = ogg.readUInt8(place + 26);
    const lengths = [...ogg.subarray(place + 27, place + 27 + count)];
    const packets: Buffer[] = [];
    let at = place + 27 + count;
    let length = 0;
    for (const part of lengths) {
      length += part;
      if (part === 255) continue;
      packets.push(ogg.subarray(at, at + length));
      at += length;
      length = 0;
    }
    expect(length).toBe(0);
    const granule = Number(ogg.readBigUInt64LE(place + 6));
    pages.push({ flags: ogg.readUInt8(place + 5), granule, sequence: ogg.readUInt32LE(place + 18), packets });
    place = at;
  }
  return pages;
}

/** Returns the frequency: the number of upward zero crossings per second. */
function pitchOf(samples: Int16Array, rate: number): number {
  const ups = samples.filter((sample, place) => place > 0 && sample >= 0 && (samples[place - 1] ?? 0) < 0);
  return (ups.length * rate) / samples.length;
}

test("encodeVoice returns Opus in Ogg with the same duration and pitch", async () => {
  // One second of silence and five of a tone: two pages.
  const mp3 = await givenRecording({ seconds: 6, silentSeconds: 1, hertz: 440 });
  const { ogg, seconds, waveform } = await encodeVoice(mp3);
  expect(seconds).toBe(6);
  expect(waveform).toHaveLength(64);
  expect([Math.max(...waveform.slice(0, 4)), Math.max(...waveform)]).toEqual([0, 100]);
  expect(Math.min(...waveform.slice(12, 62))).toBeGreaterThan(90);
  const [head, tags, ...sound] = pagesOf(ogg);
  expect(head).toMatchObject({ flags: 2, granule: 0, sequence: 0 });
  expect(head?.packets[0]?.toString("latin1", 0, 8)).toBe("OpusHead");
  expect(tags?.packets[0]?.toString("latin1", 0, 8)).toBe("OpusTags");
  expect(sound.length).toBeGreaterThan(1);
  expect(sound.map(({ flags }) => flags)).toEqual([...Array(sound.length - 1).fill(0), 4]);
  expect(sound.map(({ sequence }) => sequence)).toEqual(sound.map((_, place) => place + 2));
  const preSkip = head?.packets[0]?.readUInt16LE(10) ?? 0;
  const packets = sound.flatMap((page) => page.packets);
  const end = sound.at(-1)?.granule ?? 0;
  // The packets hold all counted samples, and there is no packet too many.
  expect(packets.length).toBe(Math.ceil(end / 960));
  expect(Math.abs((end - preSkip) / 48_000 - 6)).toBeLessThan(0.1);
  const decoder = new Decoder({ channels: 1, sample_rate: 48_000 });
  const pcm = Buffer.concat(packets.map((packet) => Buffer.from(decoder.decode(packet))));
  const samples = new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length / 2);
  expect(Math.round(pitchOf(samples.slice(3 * 48_000, 5 * 48_000), 48_000))).toBe(440);
  expect(Math.max(...samples.slice(0, 40_000).map(Math.abs))).toBeLessThan(100);
});

test("encodeVoice writes valid Ogg checksums", async () => {
  const { ogg } = await encodeVoice(await givenRecording({ seconds: 1, silentSeconds: 0, hertz: 440 }));
  // Computes the checksum of the first page bit by bit, independent of the table.
  const page = Buffer.from(ogg.subarray(0, 47));
  const sum = page.readUInt32LE(22);
  page.writeUInt32LE(0, 22);
  let crc = 0;
  for (const byte of page)
    for (let bit = 7; bit >= 0; bit -= 1) {
      const isOut = ((crc >>> 31) ^ (byte >> bit)) & 1;
      crc = ((crc << 1) ^ (isOut ? 0x04c11db7 : 0)) >>> 0;
    }
  expect(sum).toBe(crc);
});

test("encodeVoice rejects input without sound", async () => {
  await expect(encodeVoice(Buffer.from("nothing that could be heard"))).rejects.toThrow("no sound");
});

/** The header of a frame of MPEG 2.5, layer III, 8 kbit/s, 8 kHz, with silence: 72 bytes for 72 ms. */
const longFrame = Buffer.concat([Buffer.from([0xff, 0xe3, 0x18, 0xc0]), Buffer.alloc(68)]);
const framesOf = (seconds: number) => Array.from({ length: Math.ceil(seconds / 0.072) }, () => longFrame);
const tag = (size: number) =>
  Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, size >> 7, size & 0x7f]), Buffer.alloc(size, 0xff)]);

test("encodeVoice rejects a recording of more than two hours in 7.5 MB", async () => {
  const long = Buffer.concat(framesOf(7_500));
  expect(long.length).toBeLessThan(7_600_000);
  await expect(encodeVoice(long)).rejects.toBeInstanceOf(RecordingTooLong);
});

test("requireShortRecording counts frames after a tag, after garbage and before a tag at the end", () => {
  const end = Buffer.concat([Buffer.from("TAG"), Buffer.alloc(125)]);
  const short = framesOf(MAX_VOICE_SECONDS - 1);
  const long = framesOf(MAX_VOICE_SECONDS + 1);
  const noise = Buffer.from([0xff, 0xff, 0xff, 0xfb, 0x90, 0x64]);
  for (const before of [Buffer.alloc(0), tag(4_000), noise])
    for (const after of [Buffer.alloc(0), end]) {
      expect(() => requireShortRecording(Buffer.concat([before, ...short, after]))).not.toThrow();
      expect(() => requireShortRecording(Buffer.concat([before, ...long, after]))).toThrow(RecordingTooLong);
    }
});

test("a recording of frames without a known length is rejected before it is decoded, which takes minutes", async () => {
  // The bitrate in the header is "free".
  const frame = Buffer.concat([Buffer.from([0xff, 0xe3, 0x08, 0xc0]), Buffer.alloc(68)]);
  await expect(encodeVoice(Buffer.concat(Array.from({ length: 100_000 }, () => frame)))).rejects.toThrow("no sound");
  const mixed = Buffer.concat([...framesOf(60), Buffer.alloc(200_000, 0xff)]);
  expect(() => requireShortRecording(mixed)).toThrow("too much besides sound");
});

test.each([64, 128, 320] as const)(
  "requireShortRecording reads the frames of %i kbit/s at 44.1 kHz",
  async (bitrate) => {
    const minute = await givenRecording({ seconds: 60, silentSeconds: 0, hertz: 440, bitrate });
    const times = (count: number) => Buffer.concat(Array.from({ length: count }, () => minute));
    expect(() => requireShortRecording(times(14))).not.toThrow();
    expect(() => requireShortRecording(times(16))).toThrow(RecordingTooLong);
  },
);

test("openResampler gives the same samples however the sound is split", () => {
  const whole = Float32Array.from({ length: 4_410 }, (_, place) => Math.sin(place / 20));
  const atOnce = [...openResampler(44_100, 48_000)(whole)];
  const resample = openResampler(44_100, 48_000);
  const pieces = [0, 1, 2, 1_001, 4_409].map((begin, turn, begins) => whole.slice(begin, begins[turn + 1]));
  const inPieces = pieces.flatMap((piece) => [...resample(piece)]);
  expect(Math.abs(inPieces.length - 4_800)).toBeLessThanOrEqual(2);
  inPieces.forEach((sample, place) => {
    if (place < atOnce.length) expect(sample).toBeCloseTo(atOnce[place] ?? 0, 3);
  });
});

test("waveformOf scales the loudest bar to 100, keeps silence at 0, and always returns 64 bars", () => {
  expect(waveformOf([5, 10, 5, 0])).toHaveLength(64);
  expect(Math.max(...waveformOf([5, 10, 5, 0]))).toBe(100);
  expect(new Set(waveformOf([0, 0, 0]))).toEqual(new Set([0]));
});
