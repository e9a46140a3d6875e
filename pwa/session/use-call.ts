import { useState } from "react";
import { failureWords } from "./failure-words.ts";

/** Runs one call at a time: returns which one is in progress, and a sentence that says why the last one failed. */
export function useCall() {
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  /** Resolves with whether the call succeeded. `name` identifies the call in `busy`. */
  async function call(name: string, run: () => Promise<unknown>): Promise<boolean> {
    setBusy(name);
    setFailure(null);
    try {
      await run();
      return true;
    } catch (error) {
      setFailure(failureWords(error));
      return false;
    } finally {
      setBusy(null);
    }
  }
  return { busy, failure, call, forget: () => setFailure(null) };
}
