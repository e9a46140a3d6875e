import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { ApiError, NetworkError } from "./api-error.ts";
import { apiFetch } from "./api-fetch.ts";
import { useLinkUp } from "./desk.tsx";

/** Data that only the server has. Once loaded, it stays while offline. `missing`: the code of what does not exist. */
export type ServerData<T> = (
  | { state: "loading" | "offline" | "failed"; data: T | null }
  | { state: "ready"; data: T }
) & {
  missing?: string | undefined;
};

/**
 * Loads `path` unless it is null, again when the network is back or the server can be reached again, and again when
 * `version` changes: the data stays until the new data arrives. `read` must be the same function on each render.
 */
export function useServerData<T>(
  path: string | null,
  read: (answer: unknown) => T,
  version = "",
): ServerData<T> & { again: () => void } {
  const [found, setFound] = useState<{ path: string; data: T } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [attempt, setAttempt] = useState(0);
  const asked = useMemo(() => ({ path, version, attempt }), [path, version, attempt]);
  const again = useCallback(() => setAttempt((count) => count + 1), []);
  useEffect(() => {
    const { path: wanted } = asked;
    if (!wanted) return;
    const stop = new AbortController();
    setProblem(null);
    apiFetch(wanted, { signal: stop.signal })
      .then(async (response) => setFound({ path: wanted, data: read(await response.json()) }))
      .catch((error: unknown) => {
        if (stop.signal.aborted) return;
        setProblem({ path: wanted, ...problemIn(error) });
      });
    window.addEventListener("online", again);
    return () => {
      stop.abort();
      window.removeEventListener("online", again);
    };
  }, [asked, read, again]);
  const linkUp = useLinkUp();
  const isMissing = useRef(false);
  isMissing.current = problem?.state === "offline" && problem.path === path;
  // The browser does not know that a server was away, or that a network without internet has one again.
  useEffect(() => {
    if (linkUp && isMissing.current) again();
  }, [linkUp, again]);
  const data = found && found.path === path ? found.data : null;
  if (problem && problem.path === path) return { state: problem.state, missing: problem.missing, data, again };
  return data === null ? { state: "loading", data, again } : { state: "ready", data, again };
}

type Problem = { path: string; state: "offline" | "failed"; missing?: string | undefined };

function problemIn(error: unknown): Omit<Problem, "path"> {
  if (error instanceof NetworkError) return { state: "offline" };
  // By its form: the list of all codes would be a part of the first load.
  const isMissing = error instanceof ApiError && error.status === 404 && /^ERR_NO_\w+_FOUND$/.test(error.code);
  return { state: "failed", missing: isMissing ? error.code : undefined };
}
