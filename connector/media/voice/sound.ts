/** Mixes several channels to mono by their mean. */
export function toMono(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(), ...others] = channels;
  if (others.length === 0) return first;
  return first.map(
    (sample, place) => others.reduce((sum, other) => sum + (other[place] ?? 0), sample) / channels.length,
  );
}

/** Creates a resampler for sound in pieces; it interpolates linearly between neighbouring samples. */
export function openResampler(from: number, to: number) {
  const step = from / to;
  let last = 0;
  /** The position of the next output sample in the coming piece; -1 is the last sample of the previous piece. */
  let place = 0;
  return (piece: Float32Array): Float32Array => {
    if (from === to) return piece;
    const samples: number[] = [];
    for (; place <= piece.length - 1; place += step) {
      const at = Math.floor(place);
      const before = at < 0 ? last : (piece[at] ?? 0);
      const after = piece[at + 1] ?? before;
      samples.push(before + (after - before) * (place - at));
    }
    last = piece.at(-1) ?? last;
    place -= piece.length;
    return Float32Array.from(samples);
  };
}

export function toInt16(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767));
}

const BARS = 64;

/**
 * Returns 64 loudness values from 0 to 100; the loudest is 100. `loudness`: the mean of each short stretch, in order.
 */
export function waveformOf(loudness: readonly number[]): number[] {
  const bars = Array.from({ length: BARS }, (_, bar) => {
    const [begin, end] = [(bar * loudness.length) / BARS, ((bar + 1) * loudness.length) / BARS];
    const stretch = loudness.slice(Math.floor(begin), Math.max(Math.floor(begin) + 1, Math.floor(end)));
    return stretch.reduce((sum, value) => sum + value, 0) / Math.max(1, stretch.length);
  });
  const loudest = Math.max(...bars);
  return bars.map((bar) => (loudest > 0 ? Math.floor((bar / loudest) * 100) : 0));
}
