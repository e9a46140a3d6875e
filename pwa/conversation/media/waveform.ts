const BARS = 40;

/** Returns bar heights in pixels from loudness values of 0 to 100; an even line when the loudness is unknown. */
export function waveBars(waveform: readonly number[] | null, bars = BARS): number[] {
  if (!waveform || waveform.length === 0) return Array.from({ length: bars }, (_, bar) => 6 + (bar % 3) * 2);
  return Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor((bar * waveform.length) / bars);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * waveform.length) / bars));
    const loudest = Math.max(...waveform.slice(from, to));
    return Math.round(4 + (Math.min(100, Math.max(0, loudest)) / 100) * 20);
  });
}

export const playbackRates = [1, 1.5, 2] as const;
export type PlaybackRate = (typeof playbackRates)[number];

export function nextRate(rate: PlaybackRate): PlaybackRate {
  return playbackRates[(playbackRates.indexOf(rate) + 1) % playbackRates.length] ?? 1;
}
