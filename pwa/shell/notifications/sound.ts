import { readVolume } from "./volume.ts";

/** Two soft tones; `from` in seconds after the start. */
const tones = [
  { hertz: 659, from: 0 },
  { hertz: 880, from: 0.12 },
];
const TONE_SECONDS = 0.28;
/** Before the first interaction the browser does not allow sound: after this wait, none is played. */
const WAKE_MS = 300;

const isAwake = ({ state }: AudioContext) => state === "running";

let context: AudioContext | undefined;

export async function ring(volume = readVolume()): Promise<void> {
  if (volume <= 0) return;
  context ??= new AudioContext();
  const audio = context;
  if (!isAwake(audio)) {
    await Promise.race([audio.resume(), new Promise((resolve) => setTimeout(resolve, WAKE_MS))]);
    if (!isAwake(audio)) return;
  }
  for (const { hertz, from } of tones) {
    const [tone, loudness] = [audio.createOscillator(), audio.createGain()];
    const start = audio.currentTime + from;
    tone.frequency.value = hertz;
    loudness.gain.setValueAtTime(0, start);
    loudness.gain.linearRampToValueAtTime(volume * 0.4, start + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + TONE_SECONDS);
    tone.connect(loudness).connect(audio.destination);
    tone.start(start);
    tone.stop(start + TONE_SECONDS);
  }
}
