import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { ListName } from "../../../contracts/sync.ts";
import { ApiError, NetworkError } from "../api-error.ts";
import { askAgain, askServer, instantHere, isAnsweredSince, serverCache, useServerCache } from "./server-cache.ts";

/**
 * Data that only the server has. Once loaded, it stays while offline. `loading` with data: it was read before and is
 * asked for again. `missing`: the code of what does not exist. `readAt`: when data was read that may not be current any
 * more, because the server cannot be reached; null: it is current, or there is none.
 */
export type ServerData<T> = (
  | { state: "loading" | "offline" | "failed"; data: T | null }
  | { state: "ready"; data: T }
) & {
  missing?: string | undefined;
  readAt?: string | null;
};

type Asking = {
  /** The data is loaded again when this changes, and stays until the new data arrives. */
  version?: string;
  /** Lists whose changes load the data again. */
  changesWith?: readonly ListName[];
  /**
   * Stores the answer on this device and shows it again, until the server has answered and while it cannot be reached.
   * Not for answers with secrets, nor for data that a form starts with.
   */
  remember?: boolean;
};

/**
 * Loads `path` unless it is null, and again when the server can be reached again. Components that show the same path
 * share one request. `read` must be the same function on each render.
 */
export function useServerData<T>(
  path: string | null,
  read: (answer: unknown) => T,
  { version = "", changesWith = [], remember = false }: Asking = {},
): ServerData<T> & { again: () => void } {
  const [openedAt] = useState(Date.now);
  const { linkUp, keyOf, optionsOf } = useServerCache();
  const queryKey = keyOf("data", path);
  const { data, dataUpdatedAt, failureReason, error } = useQuery(
    {
      queryKey,
      queryFn: ({ signal }) => askServer(path ?? "", signal),
      enabled: path !== null,
      select: read,
      meta: { changesWith },
      ...optionsOf<unknown>({ remember, check: read }),
    },
    serverCache,
  );
  const key = useRef(queryKey);
  key.current = queryKey;
  const again = useCallback(() => void askAgain(key.current), []);
  const asked = useRef({ path, version });
  useEffect(() => {
    const { path: before, version: last } = asked.current;
    asked.current = { path, version };
    if (before === path && last !== version) again();
  }, [path, version, again]);
  const problem = failureReason ?? error;
  if (data === undefined) return { ...(problem ? problemIn(problem) : { state: "loading" }), data: null, again };
  const readAt = problem || !linkUp ? instantHere(dataUpdatedAt) : null;
  if (problem) return { ...problemIn(problem), data, readAt, again };
  return { state: isAnsweredSince(openedAt, dataUpdatedAt) ? "ready" : "loading", data, readAt, again };
}

type Problem = { state: "offline" | "failed"; missing?: string | undefined };

function problemIn(error: unknown): Problem {
  if (error instanceof NetworkError) return { state: "offline" };
  // By its form: the list of all codes is not loaded with the first screen.
  const isMissing = error instanceof ApiError && error.status === 404 && /^ERR_NO_\w+_FOUND$/.test(error.code);
  return { state: "failed", missing: isMissing ? error.code : undefined };
}
