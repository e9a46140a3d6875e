import { useEffect, useRef, useState } from "react";
import type { PlaybackRate } from "./waveform.ts";

/** Playback position of each voice message, kept while the app is open. */
const positions = new Map<string, number>();
/** The voice message being played: at most one plays at a time. */
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
      // Browser recordings often report Infinity until they have been played to the end.
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
