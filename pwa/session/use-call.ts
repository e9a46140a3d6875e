import { useState } from "react";
import { failureWords } from "./failure-words.ts";

/** One call at a time: whether it is under way, and in words why the last one failed. */
export function useCall() {
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  /** Answers whether it worked. `name` says which of several calls is under way. */
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
