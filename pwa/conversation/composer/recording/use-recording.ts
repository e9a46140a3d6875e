import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { StoredVoice, VoiceDraft } from "../../../../sync/client/index.ts";
import { duration } from "../../../i18n/date-time.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk, useObservable } from "../../../session/desk.tsx";
import { onHide } from "../../../ui/layers/on-hide.ts";
import { useSystemBack } from "../../../ui/layers/use-system-back.ts";
import { toast } from "../../../ui/toasts/toast.tsx";
import type { Recorder } from "./recorder.ts";
import { SHORTEST_BYTES } from "./shortest-recording.ts";

export type RecordingProblem = "denied" | "missing" | "failed" | "short" | "unstored";
type Phase = "idle" | "starting" | "recording" | "sending";
export type RecordingState = {
  /** `kept`: a stored recording waits; the microphone is off. */
  state: Phase | "kept";
  seconds: number;
  /** Loudness values of the running recording, 0 to 1, the newest last. */
  levels: number[];
  /** When the stored recording was stopped. */
  stoppedAt: string | null;
};

const LEVELS_SHOWN = 60;

/**
 * Records one voice message of a ticket or chat. While it is recorded its parts are stored on this device: leaving the
 * conversation, "back", a hidden page, a lost microphone or a killed browser keep it as a draft. `onDone` sends it, and
 * takes it from the device in the command's own transaction.
 */
export function useRecording(ownerId: string, onDone: (recording: StoredVoice) => Promise<void>) {
  const { voice } = useDesk().unsent;
  const stored = useObservable<VoiceDraft | null>(() => voice.of$(ownerId), [voice, ownerId], null);
  /** The sent recording, until the device's storage shows that it is gone. */
  const [sentId, setSentId] = useState<string | null>(null);
  const draft = stored?.id === sentId ? null : stored;
  const { phase, setPhase, isRunning, running, problem, setProblem, begin, pause, release } = useMicrophone(ownerId);

  async function send() {
    if (phase === "sending") return;
    const ending = release("sending");
    try {
      await ending?.stop();
      const recording = await voice.read(ownerId);
      if (!recording) return;
      if (recording.blob.size < SHORTEST_BYTES) {
        await voice.remove(ownerId);
        return setProblem("short");
      }
      setSentId(recording.id);
      await onDone(recording).catch((error: unknown) => {
        setSentId(null);
        throw error;
      });
    } finally {
      setPhase("idle");
    }
  }

  /** Deletes the recording; the toast can undo it. */
  async function remove() {
    await pause();
    const removed = await voice.remove(ownerId);
    if (!removed) return;
    toast.success(m.tickets_voice_deleted({ time: duration(removed.draft.seconds) }), {
      action: { label: m.tickets_undo(), onSelect: () => void voice.restore(removed) },
    });
  }

  const state = phase === "idle" && draft ? "kept" : phase;
  return {
    state: state as RecordingState["state"],
    seconds: isRunning ? running.seconds : (draft?.seconds ?? running.seconds),
    levels: running.levels,
    stoppedAt: draft?.updatedAt ?? null,
    problem,
    /** Begins a recording, or continues the stored one. */
    start: () => begin(draft?.seconds ?? 0),
    pause,
    send,
    remove,
    /** Reads the stored recording with its audio. */
    read: () => voice.read(ownerId),
    forgetProblem: () => setProblem(null),
  };
}

/** Runs the microphone, whose parts are stored on this device. */
function useMicrophone(ownerId: string) {
  const { voice } = useDesk().unsent;
  const [phase, setPhase] = useState<Phase>("idle");
  const [running, setRunning] = useState({ seconds: 0, levels: [] as number[] });
  const [problem, setProblem] = useState<RecordingProblem | null>(null);
  const recorder = useRef<Recorder | null>(null);
  const attempt = useRef(0);

  const endAndDropShort = useCallback(
    async (ending: Recorder) => {
      await ending.stop();
      const kept = await voice.read(ownerId);
      if (kept && kept.blob.size < SHORTEST_BYTES) await voice.remove(ownerId);
    },
    [voice, ownerId],
  );
  /** Ends the recording, also one that is starting. Returns the recorder, which the caller stops. */
  const release = useCallback((next: Phase) => {
    attempt.current += 1;
    const ending = recorder.current;
    recorder.current = null;
    setPhase(next);
    return ending;
  }, []);
  /** Stops the microphone and keeps the recording; one that is too short is an accidental press. */
  const pause = useCallback(async () => {
    const ending = release("idle");
    if (ending) await endAndDropShort(ending);
  }, [release, endAndDropShort]);

  // Leaving the conversation releases the microphone.
  useEffect(() => () => void pause(), [pause]);
  const isRunning = phase === "starting" || phase === "recording";
  useSystemBack(isRunning, () => void pause());
  const hide = useEffectEvent(() => {
    if (isRunning) void pause();
  });
  useEffect(() => onHide(() => hide()), []);

  /** `seconds`: the length of the stored recording, which is continued. */
  async function begin(seconds: number) {
    if (recorder.current) return;
    const mine = ++attempt.current;
    setProblem(null);
    // The length of an earlier recording must not show while the microphone starts.
    setRunning({ seconds, levels: [] });
    setPhase("starting");
    try {
      const [{ startRecorder }, before] = await Promise.all([import("./recorder.ts"), voice.get(ownerId)]);
      const base = before?.seconds ?? 0;
      setRunning({ seconds: base, levels: [] });
      const started = await startRecorder(
        {
          onLevel: (level, passed) =>
            setRunning(({ levels }) => ({ seconds: base + passed, levels: [...levels, level].slice(-LEVELS_SHOWN) })),
          onPart: (part, sampleRate) => voice.append(ownerId, sampleRate, part),
          onLost: () => void pause(),
          onFailed(error) {
            console.error(error);
            setProblem("unstored");
            void pause();
          },
        },
        before,
      );
      if (mine !== attempt.current) return void (await endAndDropShort(started));
      recorder.current = started;
      setPhase("recording");
    } catch (error) {
      const why = problemOf(error);
      if (why === "failed") console.error(error);
      if (mine !== attempt.current) return;
      setPhase("idle");
      setProblem(why);
    }
  }

  return { phase, setPhase, isRunning, running, problem, setProblem, begin, pause, release };
}

function problemOf(error: unknown): RecordingProblem {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  if (name === "NotFoundError" || name === "OverconstrainedError") return "missing";
  return "failed";
}
