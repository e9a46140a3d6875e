import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { can, type Permission } from "../../contracts/account/permissions.ts";
import type { SessionUser } from "../../contracts/account/session.ts";
import type { StreamEvent } from "../../contracts/sync.ts";
import type { AuthorizedFetch, DeviceDesk, OpenStream } from "../../sync/client/index.ts";
import { scopeOf } from "../../sync/client/scope.ts";
import { m } from "../i18n/paraglide/messages.js";
import { toast } from "../ui/toasts/toast.tsx";
import { ApiError, NetworkError } from "./api-error.ts";
import { apiFetch } from "./api-fetch.ts";
import { endSession, onSignOut, refreshSession, sessionUnsentKeys, setSignOutGuard } from "./session.ts";
import { shareStream } from "./share-stream.ts";
import { useOnline } from "./use-online.ts";
import { useSession } from "./use-session.ts";

const DeskContext = createContext<{ desk: DeviceDesk; user: SessionUser } | null>(null);

/** Two desks of one user must not be open at once: the next waits until the previous one has closed its databases. */
let closing: Promise<void> = Promise.resolve();

/** Opens the signed-in user's desk and provides it to its children. `opening` is shown until it is open. */
export function DeskProvider(props: { user: SessionUser; opening: ReactNode; children: ReactNode }) {
  const desk = useOpenDesk(props.user);
  if (!desk) return props.opening;
  return (
    <OpenDesk desk={desk} user={props.user}>
      {props.children}
    </OpenDesk>
  );
}

/** The sync engine is half of the code, so it is loaded in parallel with the shell. */
async function openEngine(user: SessionUser): Promise<DeviceDesk> {
  const { eventStream, openDesk } = await import("../../sync/client/index.ts");
  liveStream ??= eventStream("/events?changes=1", undefined, openWithBearer);
  return openDesk({
    user,
    unsentKeys: sessionUnsentKeys(),
    apiFetch,
    openStream: watchingSession(liveStream, shareStream(user.id)),
    onNotStored: () => toast.error(m.sync_not_stored(), { id: "not stored" }),
  });
}

/**
 * Opens the stream with a bearer token. Returns null on a refusal, which has already ended the session, and on a
 * network error, which ends nothing.
 */
const openWithBearer: AuthorizedFetch = (path, init) =>
  apiFetch(path, init).catch((error: unknown) => {
    if (error instanceof ApiError || error instanceof NetworkError) return null;
    throw error;
  });

/** Shared by all desks that are opened one after the other in this tab. */
let liveStream: OpenStream | undefined;

function useOpenDesk(user: SessionUser): DeviceDesk | null {
  const scope = scopeOf(user);
  const [open, setOpen] = useState<{ scope: string; desk: DeviceDesk } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const openHere = useEffectEvent(() => openEngine(user));
  useEffect(() => {
    let wanted = true;
    const opened = closing.then(() => (wanted ? openHere() : null));
    opened.then(
      (desk) => wanted && desk && setOpen({ scope, desk }),
      (error: unknown) => wanted && setFailure(error),
    );
    const close = (how: "close" | "closeEverywhere") => {
      wanted = false;
      closing = opened.then(
        (desk) => desk?.[how](),
        () => undefined,
      );
      return closing;
    };
    // Also a desk that is still being opened must not hold the data that the end of the session deletes.
    const forget = onSignOut(() => close("closeEverywhere"));
    return () => {
      forget();
      void close("close");
    };
  }, [scope]);
  const desk = open?.scope === scope ? open.desk : null;
  useEffect(() => (desk ? announce(desk) : undefined), [desk]);
  if (failure) throw failure;
  return desk;
}

/**
 * Registers the number of pending actions with the session, for the question before signing out. Unsent actions stay,
 * sealed with the user's key.
 */
function announce(desk: DeviceDesk): () => void {
  setSignOutGuard(() => desk.pendingCount());
  return () => setSignOutGuard(async () => 0);
}

/** Wraps a stream to handle the events that concern the session itself. */
const watchingSession =
  (stream: OpenStream, shared: ReturnType<typeof shareStream>): OpenStream =>
  (onEvent, onState) =>
    stream(
      (event) => {
        void handleSessionEvent(event);
        shared.deliver(event);
        onEvent(event);
      },
      (up) => {
        shared.onState(up);
        onState(up);
      },
    );

async function handleSessionEvent(event: StreamEvent): Promise<void> {
  if (event.type === "auth" && event.reason === "elsewhere") return endSession("elsewhere");
  // A session that ended may have a successor, as after a new password: renewing the bearer token ends it here if it
  // has none.
  if (event.type !== "scope" && event.type !== "auth") return;
  try {
    await refreshSession();
  } catch (error) {
    // The next request renews the token.
    if (!(error instanceof NetworkError) && !(error instanceof ApiError)) throw error;
  }
}

/** Provides a desk that is already open to the screens. */
export function OpenDesk({ desk, user, children }: { desk: DeviceDesk; user: SessionUser; children: ReactNode }) {
  const value = useMemo(() => ({ desk, user }), [desk, user]);
  return <DeskContext value={value}>{children}</DeskContext>;
}

function useOpened() {
  const opened = useContext(DeskContext);
  if (!opened) throw new Error("useDesk requires a DeskProvider.");
  return opened;
}

export const useDesk = (): DeviceDesk => useOpened().desk;

/** Returns the open desk; null on screens that work without one. */
export const useDeskIfOpen = (): DeviceDesk | null => useContext(DeskContext)?.desk ?? null;

/** Returns the user of the open desk. */
export const useDeskUser = (): SessionUser => useOpened().user;

/** Returns whether the signed-in user has a permission. */
export function useCan(permission: Permission): boolean {
  const opened = useContext(DeskContext);
  const { user } = useSession();
  const holder = opened?.user ?? user;
  return holder !== null && can[permission](holder.profile);
}

/** Returns the function that adds a command to the outbox; its effect is shown at once, also offline. */
export function useCommand(): DeviceDesk["send"] {
  return useDesk().send;
}

export function useSyncStatus() {
  const { status } = useDesk();
  return useSyncExternalStore(status.subscribe, status.get);
}

const noStatus = { subscribe: () => () => undefined, get: () => null };

/** Returns whether the server can be reached: by the desk's stream; without an open desk, by the browser. */
export function useLinkUp(): boolean {
  const isOnline = useOnline();
  const status = useDeskIfOpen()?.status ?? noStatus;
  return useSyncExternalStore(status.subscribe, status.get)?.linkUp ?? isOnline;
}

/** An observable of RxJS, or another source of values: the code of RxJS is not loaded before the list of tickets. */
export type Source<T> = {
  subscribe(observer: { next: (value: T) => void; error: (error: unknown) => void }): { unsubscribe: () => void };
};

/**
 * Returns the latest value of the source that `observe` creates, created again when `deps` change; `initial` before
 * the first value and while there is no source. A value of earlier deps is never returned for later ones.
 */
export function useObservable<T>(observe: () => Source<T> | null, deps: readonly unknown[], initial: T): T {
  const [source, setSource] = useState(() => ({ deps, values: observe() }));
  const same = source.deps.length === deps.length && source.deps.every((dep, index) => Object.is(dep, deps[index]));
  const current = same ? source : { deps, values: observe() };
  if (!same) setSource(current);
  const [held, hold] = useState<{ values: Source<T>; value: T } | null>(null);
  const { values } = current;
  useEffect(() => {
    const subscription = values?.subscribe({
      next: (value) => hold({ values, value }),
      error: (error: unknown) =>
        hold(() => {
          throw error;
        }),
    });
    return () => subscription?.unsubscribe();
  }, [values]);
  return held && held.values === values ? held.value : initial;
}

/** Returns the first value of a source. */
export function firstValueOf<T>(source: Source<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const subscription = source.subscribe({
      next(value) {
        resolve(value);
        // The first value may come before `subscribe` has returned.
        queueMicrotask(() => subscription.unsubscribe());
      },
      error: reject,
    });
  });
}
