import { Mic, MonitorSmartphone, Pause, Play, SendHorizontal, Trash2 } from "lucide-react";
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import type { StoredVoice } from "../../../../sync/client/index.ts";
import { clock, duration } from "../../../i18n/date-time.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useAudio } from "../../media/use-audio.ts";
import { barsOf } from "./loudness.ts";
import type { useRecording } from "./use-recording.ts";

export type RecordingBarHandle = { focus: () => void };

type RecordingBarProps = {
  recording: ReturnType<typeof useRecording>;
  /** The recipient's name. */
  name: string;
  /** Null: the network is up; otherwise what sending means without it. */
  queueLabel: string | null;
  /** Called by Escape when nothing is being recorded. */
  onLeave: () => void;
  ref?: Ref<RecordingBarHandle>;
};

/** Replaces the composer while a voice message is recorded, and while a recording waits to be sent. */
export function RecordingBar({ recording, name, queueLabel, onLeave, ref }: RecordingBarProps) {
  const { state, seconds, levels, stoppedAt } = recording;
  const bar = useRef<HTMLElement>(null);
  const send = useRef<HTMLButtonElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => bar.current?.focus() }));
  const isKept = state === "kept";
  useEffect(() => {
    // A stored recording must not be sent by an Enter that was meant for something else.
    if (state === "recording") send.current?.focus();
    else if (state === "kept" && bar.current?.contains(document.activeElement)) bar.current.focus();
  }, [state]);
  const busy = state === "sending" || state === "starting";
  const time = stoppedAt ? clock(stoppedAt) : "";
  return (
    <section
      ref={bar}
      tabIndex={-1}
      aria-label={m.tickets_recording()}
      data-recording
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        if (isKept) onLeave();
        else void recording.pause();
      }}
      className="flex flex-wrap items-center gap-x-2 gap-y-2 px-4 py-3 outline-none max-sm:gap-x-1 max-sm:gap-y-0 max-sm:px-1.5 max-sm:pt-2 max-sm:pb-0"
    >
      <IconButton
        label={m.tickets_discard()}
        icon={<Trash2 size={18} />}
        kind="danger"
        size="large"
        onClick={() => void recording.remove()}
        className="text-danger-ink!"
      />
      <span
        className={classNames(
          "line-ring flex h-11 min-w-0 flex-1 items-center gap-x-2.5 rounded-full bg-sunken pr-1",
          isKept ? "pl-1" : "pl-4",
        )}
      >
        {isKept ? (
          <KeptVoice read={recording.read} seconds={seconds} stoppedAt={stoppedAt} />
        ) : (
          <RunningVoice isRecording={state === "recording"} seconds={seconds} levels={levels} />
        )}
        {isKept ? (
          <IconButton
            label={m.tickets_recording_resume()}
            icon={<Mic size={18} />}
            onClick={() => void recording.start()}
            className="text-danger-ink! max-sm:size-11 sm:hidden"
          />
        ) : (
          <IconButton
            label={m.tickets_recording_pause()}
            icon={<Pause size={18} />}
            disabled={busy}
            onClick={() => void recording.pause()}
            className="max-sm:size-11"
          />
        )}
      </span>
      {isKept && (
        <Button icon={<Mic size={16} />} onClick={() => void recording.start()} className="max-sm:hidden">
          {m.tickets_recording_resume()}
        </Button>
      )}
      <Button
        ref={send}
        kind="primary"
        icon={<SendHorizontal size={17} />}
        disabled={busy}
        onClick={() => void recording.send()}
        className="max-sm:size-11 max-sm:rounded-full max-sm:px-0"
      >
        <span className="max-sm:sr-only">{queueLabel ?? m.tickets_voice_send()}</span>
      </Button>
      {/* Has the height of the tab bar that it replaces. */}
      <p
        aria-live="polite"
        className="flex w-full items-center gap-2 text-ink-3 text-xs max-sm:mt-2 max-sm:box-content max-sm:h-12.5 max-sm:justify-center max-sm:pb-[env(safe-area-inset-bottom)]"
      >
        {isKept && <MonitorSmartphone aria-hidden="true" size={14} className="shrink-0 max-sm:hidden" />}
        {isKept ? (
          <>
            <span className="sm:hidden">{m.tickets_voice_stopped({ time })}</span>
            <span className="max-sm:hidden">{m.tickets_voice_stays()}</span>
          </>
        ) : (
          <span>{state === "starting" ? m.tickets_recording_starting() : m.tickets_recording_kept({ name })}</span>
        )}
      </p>
    </section>
  );
}

const Timer = ({ seconds }: { seconds: number }) => (
  <span role="timer" aria-live="off" className="min-w-10 font-semibold text-lg tabular-nums">
    {duration(seconds)}
  </span>
);

type RunningVoiceProps = { isRecording: boolean; seconds: number; levels: number[] };

function RunningVoice({ isRecording, seconds, levels }: RunningVoiceProps) {
  return (
    <>
      <span
        aria-hidden="true"
        className={classNames(
          "size-2.5 shrink-0 rounded-full",
          isRecording ? "animate-pulse bg-danger-mark motion-reduce:animate-none" : "bg-ink-3",
        )}
      />
      <Timer seconds={Math.floor(seconds)} />
      <Wave levels={levels} />
    </>
  );
}

type KeptVoiceProps = { read: () => Promise<StoredVoice | null>; seconds: number; stoppedAt: string | null };

/** Plays a stored recording. */
function KeptVoice({ read, seconds, stoppedAt }: KeptVoiceProps) {
  const [audio, setAudio] = useState<{ url: string; bars: number[] } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a continued recording is read again when it stops.
  useEffect(() => {
    let current = true;
    let url: string | null = null;
    void read().then((voice) => {
      if (!voice || !current) return;
      url = URL.createObjectURL(voice.blob);
      setAudio({ url, bars: barsOf(voice.levels, 60).map((bar) => bar / 100) });
    });
    return () => {
      current = false;
      if (url) URL.revokeObjectURL(url);
    };
  }, [stoppedAt]);
  const { playing, position, toggle } = useAudio(audio?.url ?? "", audio?.url ?? null, 1);
  return (
    <>
      <button
        type="button"
        disabled={!audio}
        onClick={() => void toggle()}
        aria-label={playing ? m.tickets_pause() : m.tickets_play()}
        className="control-ring grid size-9 shrink-0 place-items-center rounded-full bg-surface text-primary-ink touch:size-10"
      >
        {playing ? <Pause size={16} fill="currentColor" /> : <Play size={16} fill="currentColor" className="ml-0.5" />}
      </button>
      <Timer seconds={playing || position > 0 ? position : seconds} />
      <Wave levels={audio?.bars ?? []} quiet />
      {stoppedAt && (
        <span className="shrink-0 whitespace-nowrap pr-2 text-ink-3 text-xs max-sm:hidden">
          {m.tickets_voice_stopped_at({ time: clock(stoppedAt) })}
        </span>
      )}
    </>
  );
}

const STEP = 4;
const HEIGHT = 28;

function Wave({ levels, quiet = false }: { levels: number[]; quiet?: boolean }) {
  const strokes = levels.map((level, place) => {
    const height = 3 + level * (HEIGHT - 3);
    return `M${(place + 0.5) * STEP} ${(HEIGHT - height) / 2}v${height}`;
  });
  return (
    <svg
      viewBox={`0 0 ${60 * STEP} ${HEIGHT}`}
      preserveAspectRatio="xMinYMid slice"
      aria-hidden="true"
      fill="none"
      strokeWidth={2.25}
      strokeLinecap="round"
      className={classNames("h-7 min-w-12 flex-1", quiet ? "stroke-ink-3" : "stroke-primary")}
    >
      <path d={strokes.join("")} />
    </svg>
  );
}
