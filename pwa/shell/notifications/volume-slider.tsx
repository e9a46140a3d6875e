import { m } from "../../i18n/paraglide/messages.js";
import { ring } from "./sound.ts";
import { setVolume, useVolume } from "./volume.ts";

/** Draws the volume slider; releasing it plays the sound at the chosen volume. */
export function VolumeSlider() {
  const volume = useVolume();
  return (
    <input
      type="range"
      min={0}
      max={1}
      step={0.1}
      value={volume}
      aria-label={m.notify_volume()}
      aria-valuetext={`${Math.round(volume * 100)}%`}
      onChange={(event) => setVolume(Number(event.target.value))}
      onPointerUp={() => void ring()}
      onKeyUp={() => void ring()}
      className="block h-6 w-40 accent-primary touch:h-11"
    />
  );
}
