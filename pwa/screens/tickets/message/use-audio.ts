import { useEffect, useRef, useState } from "react";
import type { PlaybackRate } from "./waveform.ts";

/** Where each voice note was left, for as long as the app is open. */
const positions = new Map<string, number>();
/** Two voice notes never speak at once. */
let speaking: HTMLAudioElement | null = null;

export function useAudio(key: string, url: string | null, rate: PlaybackRate) {
  const audio = useRef<HTMLAudioElement | null>(null);
  const [playing, setPlaying] = useState(false);
  const [position, setPosition] = useState(() => positions.get(key) ?? 0);
  const [length, setLength] = useState<number | null>(null);

  useEffect(() => {
    if (!url) return;
    const element = new Audio(url);
    element.preload = "metadata";
    audio.current = element;
    const left = positions.get(key);
    if (left) element.currentTime = left;
    const listeners: Record<string, () => void> = {
      play: () => setPlaying(true),
      pause: () => setPlaying(false),
      ended: () => {
        positions.delete(key);
        element.currentTime = 0;
      },
      timeupdate: () => {
        positions.set(key, element.currentTime);
        setPosition(element.currentTime);
      },
      // Recordings made in a browser often say Infinity until they were played to the end.
      durationchange: () => setLength(Number.isFinite(element.duration) ? element.duration : null),
    };
    for (const [event, listener] of Object.entries(listeners)) element.addEventListener(event, listener);
    return () => {
      for (const [event, listener] of Object.entries(listeners)) element.removeEventListener(event, listener);
      element.pause();
      audio.current = null;
    };
  }, [key, url]);

  useEffect(() => {
    if (audio.current) audio.current.playbackRate = rate;
  }, [rate]);

  const toggle = async () => {
    const element = audio.current;
    if (!element) return;
    if (!element.paused) return element.pause();
    if (speaking !== element) speaking?.pause();
    speaking = element;
    element.playbackRate = rate;
    await element.play();
  };
  const seek = (seconds: number) => {
    if (audio.current) audio.current.currentTime = seconds;
    positions.set(key, seconds);
    setPosition(seconds);
  };
  return { playing, position, length, toggle, seek };
}
