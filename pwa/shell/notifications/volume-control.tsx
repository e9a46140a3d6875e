import { Volume1, Volume2, VolumeX } from "lucide-react";
import { Suspense } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { IconButton } from "../../ui/icon-button.tsx";
import { Popover } from "../../ui/layers/popover.tsx";
import { lazyPart } from "../../ui/on-demand.tsx";
import { useVolume } from "./volume.ts";

const VolumeSlider = lazyPart(async () => (await import("./volume-slider.tsx")).VolumeSlider);

export function VolumeControl() {
  const volume = useVolume();
  const Icon = volume === 0 ? VolumeX : volume < 0.6 ? Volume1 : Volume2;
  return (
    <Popover label={m.notify_volume()} button={<IconButton label={m.notify_volume()} icon={<Icon size={17} />} />}>
      <Suspense fallback={<div className="h-6 w-40" />}>
        <VolumeSlider />
      </Suspense>
    </Popover>
  );
}
