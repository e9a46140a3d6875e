import { useState } from "react";
import { failureText } from "../failure-text.ts";

/**
 * Runs one call at a time: returns which one is in progress, and a sentence that says why the last one failed.
 * `refused` interprets errors of this screen; null: the common interpretation.
 */
export function useCall(refused?: (error: unknown) => string | null) {
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
      setFailure(refused?.(error) ?? failureText(error));
      return false;
    } finally {
      setBusy(null);
    }
  }
  return { busy, failure, call, forget: () => setFailure(null) };
}
