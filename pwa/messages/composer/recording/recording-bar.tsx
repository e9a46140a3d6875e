import { Mic, Pause, SendHorizontal, Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { m } from "../../../i18n/paraglide/messages.js";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { RecordingState } from "./use-recording.ts";

type RecordingBarProps = RecordingState & {
  sendLabel: string;
  onPause: () => void;
  onResume: () => void;
  onSend: () => void;
  onCancel: () => void;
};

function stateWords(state: RecordingBarProps["state"]): string {
  if (state === "starting") return m.tickets_recording_starting();
  return state === "recording" ? m.tickets_recording_kept() : m.tickets_recording_paused();
}

/** Replaces the composer while a voice message is recorded. */
export function RecordingBar(props: RecordingBarProps) {
  const { state, seconds, levels, sendLabel, onPause, onResume, onSend, onCancel } = props;
  const send = useRef<HTMLButtonElement>(null);
  useEffect(() => send.current?.focus(), []);
  const runs = state === "recording";
  const busy = state === "sending" || state === "starting";
  return (
    <section
      aria-label={m.tickets_recording()}
      data-recording
      onKeyDown={(event) => {
        if (event.key === "Escape") onCancel();
      }}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 max-sm:gap-x-1 max-sm:gap-y-0 max-sm:px-1.5 max-sm:pt-2 max-sm:pb-0"
    >
      <span className="flex min-w-0 flex-1 items-center gap-x-3 max-sm:line-ring max-sm:order-2 max-sm:h-11 max-sm:gap-x-2.5 max-sm:rounded-full max-sm:bg-sunken max-sm:pl-4">
        <span
          aria-hidden="true"
          className={classNames("size-2.5 shrink-0 rounded-full", runs ? "animate-pulse bg-danger-mark" : "bg-ink-3")}
        />
        <span role="timer" aria-live="off" className="min-w-15 font-semibold text-xl tabular-nums max-sm:min-w-13">
          {timer(seconds)}
        </span>
        <Wave levels={levels} />
        <IconButton
          label={runs ? m.tickets_recording_pause() : m.tickets_recording_resume()}
          icon={runs ? <Pause size={18} /> : <Mic size={18} />}
          disabled={busy}
          onClick={runs ? onPause : onResume}
          className="max-sm:size-11 sm:control-ring"
        />
      </span>
      {/* Has the height of the tab bar that it replaces. */}
      <p
        aria-live="polite"
        className="text-ink-3 text-xs max-sm:order-4 max-sm:mt-2 max-sm:box-content max-sm:h-12.5 max-sm:w-full max-sm:pb-[env(safe-area-inset-bottom)] max-sm:text-center max-sm:leading-12.5"
      >
        {stateWords(state)}
      </p>
      <Button
        kind="ghost"
        icon={<Trash2 size={18} />}
        onClick={onCancel}
        className="text-danger-ink! max-sm:order-1 max-sm:size-11 max-sm:px-0"
      >
        <span className="max-sm:sr-only">{m.tickets_discard()}</span>
      </Button>
      <Button
        ref={send}
        kind="primary"
        icon={<SendHorizontal size={17} />}
        disabled={busy}
        onClick={onSend}
        className="max-sm:order-3 max-sm:size-11 max-sm:rounded-full max-sm:px-0"
      >
        <span className="max-sm:sr-only">{sendLabel}</span>
      </Button>
    </section>
  );
}

/** Formats seconds as mm:ss. */
function timer(seconds: number): string {
  const whole = Math.floor(seconds);
  return [Math.floor(whole / 60), whole % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

const STEP = 4;
const HEIGHT = 28;

function Wave({ levels }: { levels: number[] }) {
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
      className="h-7 min-w-20 flex-1 stroke-primary"
    >
      <path d={strokes.join("")} />
    </svg>
  );
}
