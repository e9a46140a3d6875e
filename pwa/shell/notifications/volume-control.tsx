import { Volume1, Volume2, VolumeX } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { IconButton } from "../../ui/icon-button.tsx";
import { Popover } from "../../ui/popover.tsx";
import { ring } from "./sound.ts";
import { setVolume, useVolume } from "./volume.ts";

export function VolumeControl() {
  const volume = useVolume();
  const Icon = volume === 0 ? VolumeX : volume < 0.6 ? Volume1 : Volume2;
  return (
    <Popover label={m.notify_volume()} button={<IconButton label={m.notify_volume()} icon={<Icon size={17} />} />}>
      <VolumeSlider />
    </Popover>
  );
}

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
