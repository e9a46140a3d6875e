import { Pause, Play } from "lucide-react";
import { useState } from "react";
import type { MessageView } from "../../../sync/client/index.ts";
import { duration } from "../../i18n/date-time.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { getLocale } from "../../i18n/paraglide/runtime.js";
import { MediaFrame } from "./media-frame.tsx";
import { useAudio } from "./use-audio.ts";
import { nextRate, type PlaybackRate, waveBars } from "./waveform.ts";

type VoiceNoteProps = { media: NonNullable<MessageView["media"]>; fileId: string | null; channel: string };

export function VoiceNote({ media, fileId, channel }: VoiceNoteProps) {
  return (
    <MediaFrame media={media} fileId={fileId} channel={channel} className="h-9 w-67 rounded-full">
      {(url) => <Player media={media} fileKey={fileId ?? url} url={url} />}
    </MediaFrame>
  );
}

function Player({ media, fileKey, url }: { media: VoiceNoteProps["media"]; fileKey: string; url: string }) {
  const [rate, setRate] = useState<PlaybackRate>(1);
  const { playing, position, length, toggle, seek } = useAudio(fileKey, url, rate);
  const seconds = media.seconds ?? length ?? 0;
  const spokenRate = new Intl.NumberFormat(getLocale()).format(rate);
  return (
    <div className="flex w-67 max-w-full items-center gap-2.5 py-0.5">
      <button
        type="button"
        onClick={toggle}
        aria-label={playing ? m.tickets_pause() : m.tickets_play()}
        className="grid size-8.5 shrink-0 place-items-center rounded-full bg-primary text-on-primary touch:size-11"
      >
        {playing ? <Pause size={16} fill="currentColor" /> : <Play size={16} fill="currentColor" className="ml-0.5" />}
      </button>
      <SeekableWave waveform={media.waveform} position={position} seconds={seconds} onSeek={seek} />
      <span className="shrink-0 text-2xs tabular-nums opacity-90">{duration(position > 0 ? position : seconds)}</span>
      <button
        type="button"
        onClick={() => setRate(nextRate(rate))}
        aria-label={m.tickets_speed({ rate: spokenRate })}
        className="control-ring relative shrink-0 rounded-sm px-1.25 text-2xs leading-4.5 after:absolute after:-inset-1.5 touch:after:-inset-3"
      >
        {spokenRate}×
      </button>
    </div>
  );
}

type SeekableWaveProps = {
  waveform: readonly number[] | null;
  position: number;
  seconds: number;
  onSeek: (seconds: number) => void;
};

const BAR_STEP = 4.5;
const WAVE_HEIGHT = 28;

function strokes(bars: number[], from: number, to: number): string {
  const draw = (height: number, index: number) =>
    `M${(from + index + 0.5) * BAR_STEP} ${(WAVE_HEIGHT - height) / 2}v${height}`;
  return bars.slice(from, to).map(draw).join("");
}

/** Shows the waveform as a slider: an invisible range input covers the bars. */
function SeekableWave({ waveform, position, seconds, onSeek }: SeekableWaveProps) {
  const bars = waveBars(waveform);
  const played = seconds > 0 ? Math.round((position / seconds) * bars.length) : 0;
  return (
    <span className="relative flex h-7 min-w-0 flex-1 items-center rounded-xs has-focus-visible:outline-2 has-focus-visible:outline-focus">
      <svg
        viewBox={`0 0 ${bars.length * BAR_STEP} ${WAVE_HEIGHT}`}
        preserveAspectRatio="none"
        fill="none"
        strokeWidth={2.5}
        strokeLinecap="round"
        aria-hidden="true"
        className="h-full w-full"
      >
        <path d={strokes(bars, 0, played)} className="stroke-primary-ink" />
        <path d={strokes(bars, played, bars.length)} className="stroke-current opacity-45" />
      </svg>
      <input
        type="range"
        min={0}
        max={Math.max(seconds, 0.1)}
        step={0.1}
        value={Math.min(position, seconds)}
        onChange={(event) => onSeek(Number(event.target.value))}
        aria-label={m.tickets_seek()}
        aria-valuetext={`${duration(position)} / ${duration(seconds)}`}
        className="absolute inset-0 h-full w-full cursor-pointer opacity-0"
      />
    </span>
  );
}
