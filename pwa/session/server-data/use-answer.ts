import { useEffect, useEffectEvent, useState } from "react";
import { apiFetch } from "../api-fetch.ts";
import { useLinkUp } from "../desk.tsx";

/** `data`: null until the server has answered. `failed`: the last request had no answer that could be read. */
export type Answer<T> = { data: T | null; failed: boolean; again: () => void };

/**
 * Loads `path` unless it is null, and again when the server can be reached again after a failure. For screens before
 * which the cache of `useServerData` is not loaded. `read` must be the same function on each render.
 */
export function useAnswer<T>(path: string | null, read: (answer: unknown) => T): Answer<T> {
  const [answer, setAnswer] = useState<Omit<Answer<T>, "again">>({ data: null, failed: false });
  const [attempt, setAttempt] = useState(0);
  const again = () => setAttempt((count) => count + 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks.
  useEffect(() => {
    if (!path) return;
    const stop = new AbortController();
    const { signal } = stop;
    apiFetch(path, { signal })
      .then(async (response) => read(await response.json()))
      .then(
        (data) => setAnswer({ data, failed: false }),
        () => signal.aborted || setAnswer(({ data }) => ({ data, failed: true })),
      );
    return () => stop.abort();
  }, [path, read, attempt]);
  const linkUp = useLinkUp();
  const retry = useEffectEvent(() => answer.failed && again());
  useEffect(() => {
    if (linkUp) retry();
  }, [linkUp]);
  return { ...answer, again };
}
