import { useCallback, useEffect, useRef, useState } from "react";
import type { Recorder, Recording } from "./recorder.ts";

export type RecordingProblem = "denied" | "missing" | "failed" | "short";
export type RecordingState = {
  state: "idle" | "starting" | "recording" | "paused" | "sending";
  seconds: number;
  /** Loudness values, 0 to 1, the newest last. */
  levels: number[];
  problem: RecordingProblem | null;
};

/** A smaller recording counts as an accidental press and is discarded. */
export const SHORTEST_BYTES = 10_000;
const LEVELS_SHOWN = 60;
const idle: RecordingState = { state: "idle", seconds: 0, levels: [], problem: null };

/** Manages one voice message at a time: idle, recording, sending. `onDone` receives it when the user sends it. */
export function useRecording(onDone: (recording: Recording) => Promise<void>) {
  const [shown, setShown] = useState(idle);
  const recorder = useRef<Recorder | null>(null);
  const attempt = useRef(0);

  const cancel = useCallback(() => {
    attempt.current += 1;
    recorder.current?.cancel();
    recorder.current = null;
    setShown(idle);
  }, []);
  // Each conversation has its own composer: leaving it releases the microphone.
  useEffect(() => cancel, [cancel]);

  async function start() {
    const mine = ++attempt.current;
    setShown({ ...idle, state: "starting" });
    try {
      const { startRecorder } = await import("./recorder.ts");
      const started = await startRecorder({
        onLevel: (level, seconds) =>
          setShown((now) => ({ ...now, seconds, levels: [...now.levels, level].slice(-LEVELS_SHOWN) })),
        onLost: () => setShown((now) => (now.state === "recording" ? { ...now, state: "paused" } : now)),
      });
      if (mine !== attempt.current) return started.cancel();
      recorder.current = started;
      setShown({ ...idle, state: "recording" });
    } catch (error) {
      const problem = problemOf(error);
      if (problem === "failed") console.error(error);
      if (mine === attempt.current) setShown({ ...idle, problem });
    }
  }

  function pause() {
    recorder.current?.pause();
    setShown((now) => ({ ...now, state: "paused" }));
  }
  function resume() {
    recorder.current?.resume();
    setShown((now) => ({ ...now, state: "recording" }));
  }

  async function send() {
    const ending = recorder.current;
    if (!ending) return;
    recorder.current = null;
    setShown((now) => ({ ...now, state: "sending" }));
    const recording = await ending.stop();
    if (recording.blob.size < SHORTEST_BYTES) return setShown({ ...idle, problem: "short" });
    await onDone(recording);
    setShown(idle);
  }

  return { ...shown, start, pause, resume, send, cancel, forgetProblem: () => setShown(idle) };
}

function problemOf(error: unknown): RecordingProblem {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  if (name === "NotFoundError" || name === "OverconstrainedError") return "missing";
  return "failed";
}
