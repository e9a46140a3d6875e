import { Encoder } from "@evan/opus";
import { decodeMp3 } from "./decode-mp3.ts";
import { oggOpus } from "./ogg-opus.ts";
import { waveformOf } from "./sound.ts";

const RATE = 48_000;
/** Samples of 20 ms. */
const PACKET = 960;
/** The constant of the Opus API; the library's types misspell its name. */
const OPUS_GET_LOOKAHEAD = 4_027;
const BITS_A_SECOND = 32_000;

export type EncodedVoice = { ogg: Buffer; seconds: number; waveform: number[] };

/** Encodes an MP3 as a voice note for phones: mono Opus in Ogg. Throws when the MP3 contains no sound. */
export async function encodeVoice(mp3: Uint8Array): Promise<EncodedVoice> {
  const encoder = new Encoder({ channels: 1, sample_rate: RATE, application: "voip" });
  encoder.bitrate = BITS_A_SECOND;
  encoder.signal = "voice";
  const preSkip = encoder.ctl(OPUS_GET_LOOKAHEAD);
  const packets: Uint8Array[] = [];
  const loudness: number[] = [];
  let rest = new Int16Array();

  function encode(piece: Int16Array) {
    const all = new Int16Array(rest.length + piece.length);
    all.set(rest);
    all.set(piece, rest.length);
    let place = 0;
    for (; place + PACKET <= all.length; place += PACKET) encodePacket(all.slice(place, place + PACKET));
    rest = all.slice(place);
  }

  function encodePacket(packet: Int16Array) {
    packets.push(Uint8Array.from(encoder.encode(packet)));
    loudness.push(packet.reduce((sum, sample) => sum + Math.abs(sample), 0) / packet.length);
  }

  const samples = await decodeMp3(mp3, RATE, encode);
  // Silence flushes what the encoder still holds: the last page states where the sound ends.
  const missing = preSkip + samples - packets.length * PACKET;
  const blocks = loudness.length;
  encode(new Int16Array(Math.ceil(missing / PACKET) * PACKET - rest.length));
  const ogg = oggOpus({ packets, packetSamples: PACKET, preSkip, samples });
  return { ogg, seconds: Math.max(1, Math.round(samples / RATE)), waveform: waveformOf(loudness.slice(0, blocks)) };
}
