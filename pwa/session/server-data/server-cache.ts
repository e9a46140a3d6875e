import { onlineManager, QueryClient, type QueryKey, type QueryPersister } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ListName } from "../../../contracts/sync.ts";
import type { DeviceDesk } from "../../../sync/client/index.ts";
import { scopeOf } from "../../../sync/client/scope.ts";
import { clockOffset } from "../../../sync/client/server-clock.ts";
import { ApiError, NetworkError } from "../api-error.ts";
import { apiFetch } from "../api-fetch.ts";
import { useDeskIfOpen, useLinkUp } from "../desk.tsx";
import { session } from "../session.ts";
import { listChanges } from "./list-changes.ts";

/** Changes within this time share one refresh. */
const REFRESH_MS = 700;
/** A screen that opens may start with an answer of this age, while it asks again. */
const FRESH_MS = 5_000;
/** After the first attempt. */
const RETRIES = 2;
/** How long an answer that may be shown again stays in memory after its last screen. */
const REMEMBERED_MS = 5 * 60_000;

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: { changesWith?: readonly ListName[] };
  }
}

/** The answers of the server that this tab shows, by the signed-in user and the address. */
export const serverCache = new QueryClient({
  defaultOptions: {
    queries: {
      // The link's state is a belief: each question is sent once, and nothing waits for it.
      networkMode: "always",
      refetchOnReconnect: true,
      // A screen that opens asks: what was read a moment ago may have changed since. Those that open together share it.
      staleTime: 0,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < RETRIES && isTransient(error) && onlineManager.isOnline(),
      // Half to all of 1 and 2 seconds, so that many devices do not ask in the same moment.
      retryDelay: (failures) => 500 * 2 ** failures * (1 + Math.random()),
    },
  },
});

const isTransient = (error: unknown) =>
  error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);

// The desk knows more than the browser: `useServerCache` says whether the server can be reached.
onlineManager.setEventListener(() => () => {});
// The browser says first that there is a network again.
window.addEventListener("online", () => void serverCache.refetchQueries({ type: "active" }, { cancelRefetch: false }));
serverCache.mount();
followListChanges();
forgetWithSession();

/** Asks again for what has changed on the server and is shown. */
function followListChanges() {
  const due = new Map<string, QueryKey>();
  listChanges.on(null, (changed) => {
    const isEmpty = due.size === 0;
    for (const { queryHash, queryKey, meta } of serverCache.getQueryCache().getAll())
      if (meta?.changesWith?.some((list) => changed === null || changed.includes(list))) due.set(queryHash, queryKey);
    if (!isEmpty || due.size === 0) return;
    setTimeout(() => {
      for (const queryKey of due.values()) void askAgain(queryKey);
      due.clear();
    }, REFRESH_MS);
  });
}

/** Another user, other rights or no session: nothing that was read before is shown. */
function forgetWithSession() {
  const scopeNow = () => {
    const { user } = session.get();
    return user && scopeOf(user);
  };
  let scope = scopeNow();
  session.subscribe(() => {
    if (scope === scopeNow()) return;
    scope = scopeNow();
    serverCache.clear();
  });
}

/**
 * Asks a question again if it is shown. A request that is under way may have been answered before the change that
 * caused this: the next one follows it.
 */
export const askAgain = (queryKey: QueryKey): Promise<void> =>
  whenAnswered(queryKey, () => serverCache.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false }));

/** Calls `act` when no request for the question is under way, whether the last one succeeded or not. */
export async function whenAnswered(queryKey: QueryKey, act: () => Promise<unknown>): Promise<void> {
  const running = () => serverCache.getQueryCache().find({ queryKey, exact: true })?.promise;
  for (let request = running(); request; request = running()) await Promise.allSettled([request]);
  await act();
}

/** Sends a reading request; throws ApiError on a refusal and NetworkError without a response. */
export const askServer = async (path: string, signal: AbortSignal): Promise<unknown> =>
  (await apiFetch(path, { signal })).json();

/** An answer that is not older counts as one to the question of a screen that was opened at `openedAt`. */
export const isAnsweredSince = (openedAt: number, dataUpdatedAt: number): boolean =>
  dataUpdatedAt >= openedAt - FRESH_MS;

/** Formats a time of this device's clock as an instant of the server's. */
export const instantHere = (atMs: number): string => new Date(atMs + clockOffset.get()).toISOString();

export type Remembering<Data> = {
  /** Whether the answer is stored on this device. Nothing with a secret may be, and nothing that a form starts with. */
  remember: boolean;
  /** Throws when the present version of the app cannot read a stored answer. */
  check: (data: Data) => unknown;
  /** Returns the part of an answer that is stored; default: all of it. */
  shorten?: (data: Data) => Data;
};

/** Returns what the questions of a component have in common, and tells the cache whether the server can be reached. */
export function useServerCache() {
  const linkUp = useLinkUp();
  const desk = useDeskIfOpen();
  const { user } = session.get();
  useEffect(() => onlineManager.setOnline(linkUp), [linkUp]);
  return {
    linkUp,
    keyOf: (...question: unknown[]) => [user?.companyId ?? "", user?.id ?? "", ...question],
    optionsOf: <Data>({ remember, ...how }: Remembering<Data>) => ({
      gcTime: remember ? REMEMBERED_MS : 0,
      persister: remember && desk ? onDevice<Data>(desk.answers, how) : undefined,
    }),
  };
}

/** Shows the answer that this device has until the server's arrives, and stores that one. */
function onDevice<Data>(
  answers: DeviceDesk["answers"],
  { check, shorten = (data) => data }: Omit<Remembering<Data>, "remember">,
): QueryPersister<Data, unknown[], never> {
  return async (queryFn, context, query) => {
    const { signal } = context;
    if (query.state.data === undefined) {
      const seen = await answers.get(query.queryHash);
      if (seen && !signal.aborted && isReadable(check, seen.answer as Data)) {
        query.setState({ data: seen.answer, dataUpdatedAt: seen.readAt, status: "success" });
        // A list asks for as many pages as it shows.
        return query.fetch(undefined, { cancelRefetch: true }) as Promise<Data>;
      }
    }
    const data = await queryFn(context);
    void answers.put(query.queryHash, shorten(data));
    return data;
  };
}

function isReadable<Data>(check: Remembering<Data>["check"], data: Data): boolean {
  try {
    check(data);
    return true;
  } catch {
    return false; // of an older version of the app
  }
}
