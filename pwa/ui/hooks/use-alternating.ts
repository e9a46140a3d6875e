import { useEffect, useState } from "react";
import { useMedia } from "./use-media.ts";

/** Cycles through the values; stays at the first if the user prefers reduced motion. */
export function useAlternating<T>(values: readonly [T, ...T[]], everyMs: number): T {
  const [step, setStep] = useState(0);
  const isStill = useMedia("(prefers-reduced-motion: reduce)");
  useEffect(() => {
    if (isStill) return setStep(0);
    const timer = setInterval(() => setStep((before) => before + 1), everyMs);
    return () => clearInterval(timer);
  }, [isStill, everyMs]);
  return values[step % values.length] ?? values[0];
}
