/** Number of bars stored with a message. */
export const WAVE_BARS = 64;

/** Returns the loudness of an audio chunk, 0 (silence) to 1; speech fills most of the range. */
export function loudnessOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const effective = Math.sqrt(sum / Math.max(1, samples.length));
  const decibel = 20 * Math.log10(Math.max(effective, 1e-6));
  // The range is −50 dB (a quiet room) to −10 dB (a close voice).
  return Math.min(1, Math.max(0, (decibel + 50) / 40));
}

/** Reduces a recording's loudness values to a fixed number of bars, 0 to 100, each the maximum of its part. */
export function barsOf(levels: readonly number[], count = WAVE_BARS): number[] {
  if (levels.length === 0) return Array<number>(count).fill(0);
  return Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * levels.length) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * levels.length) / count));
    return Math.round(100 * Math.max(...levels.slice(from, to)));
  });
}
