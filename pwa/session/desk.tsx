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
import type { AsksAgain, Desk, Observable, OpenStream } from "../../sync/client/index.ts";
import type { SessionUser } from "../../sync/contracts/session.ts";
import type { StreamEvent } from "../../sync/contracts/sync.ts";
import { ApiError, NetworkError } from "./api-error.ts";
import { apiFetch } from "./api-fetch.ts";
import { endSession, onSignOut, refreshSession, setSignOutGuard } from "./session.ts";
import { shareStream } from "./share-stream.ts";

const DeskContext = createContext<{ desk: Desk; user: SessionUser } | null>(null);

/** Two desks of one user must not be open at once: the next waits until the last has let go of its databases. */
let closing: Promise<void> = Promise.resolve();

/** What decides which documents a user may hold; another value needs another desk. */
const scopeOf = (user: SessionUser) =>
  JSON.stringify([
    user.companyId,
    user.id,
    user.profile,
    user.allTicket,
    user.allUserChat,
    user.allHistoric,
    user.queues.map((queue) => queue.id).sort(),
  ]);

/** Opens the signed-in user's desk and keeps it for everything inside. `opening` shows until it is open. */
export function DeskProvider(props: { user: SessionUser; opening: ReactNode; children: ReactNode }) {
  const desk = useOpenDesk(props.user);
  if (!desk) return props.opening;
  return (
    <OpenDesk desk={desk} user={props.user}>
      {props.children}
    </OpenDesk>
  );
}

/** The sync engine is half of the script: it comes beside the shell, not before it. */
async function openEngine(user: SessionUser): Promise<Desk> {
  const { eventStream, openDesk } = await import("../../sync/client/index.ts");
  liveStream ??= eventStream("/events", undefined, openWithBearer);
  return openDesk({ user, apiFetch, openStream: heeding(liveStream, shareStream(user.id)) });
}

/** A bearer opens the line too. A refusal has ended the session by then, and a network that is away ends nothing. */
const openWithBearer: AsksAgain = (path, init) =>
  apiFetch(path, init).catch((error: unknown) => {
    if (error instanceof ApiError || error instanceof NetworkError) return null;
    throw error;
  });

/** One for all desks that follow each other in this tab. */
let liveStream: OpenStream | undefined;

function useOpenDesk(user: SessionUser): Desk | null {
  const scope = scopeOf(user);
  const [open, setOpen] = useState<{ scope: string; desk: Desk } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const openHere = useEffectEvent(() => openEngine(user));
  useEffect(() => {
    let wanted = true;
    const opened = closing.then(() => (wanted ? openHere() : null));
    opened.then(
      (desk) => wanted && desk && setOpen({ scope, desk }),
      (error: unknown) => wanted && setFailure(error),
    );
    return () => {
      wanted = false;
      closing = opened.then(
        (desk) => desk?.close(),
        () => undefined,
      );
    };
  }, [scope]);
  const desk = open?.scope === scope ? open.desk : null;
  useEffect(() => (desk ? announce(desk) : undefined), [desk]);
  if (failure) throw failure;
  return desk;
}

/** Tells the session what signing out asks about and what it deletes. What was not sent stays, under the user's key. */
function announce(desk: Desk): () => void {
  setSignOutGuard(() => desk.pendingCount());
  const forget = onSignOut((reason) => (reason === "signed-out" ? desk.purge() : desk.close()));
  return () => {
    forget();
    setSignOutGuard(async () => 0);
  };
}

/** The stream also carries what concerns the session itself. */
const heeding =
  (stream: OpenStream, shared: ReturnType<typeof shareStream>): OpenStream =>
  (onEvent, onState) =>
    stream(
      (event) => {
        void heedSession(event);
        shared.heed(event);
        onEvent(event);
      },
      (up) => {
        shared.heedState(up);
        onState(up);
      },
    );

async function heedSession(event: StreamEvent): Promise<void> {
  if (event.type === "auth" && event.reason === "elsewhere") return endSession("elsewhere");
  // An ended session may have another after it, as with a new password: asking for a bearer ends it here if it has none.
  if (event.type !== "scope" && event.type !== "auth") return;
  try {
    await refreshSession();
  } catch (error) {
    // The next call of any kind asks again.
    if (!(error instanceof NetworkError) && !(error instanceof ApiError)) throw error;
  }
}

/** Puts a desk that is already open in reach of the screens. */
export function OpenDesk({ desk, user, children }: { desk: Desk; user: SessionUser; children: ReactNode }) {
  const value = useMemo(() => ({ desk, user }), [desk, user]);
  return <DeskContext value={value}>{children}</DeskContext>;
}

function useOpened() {
  const opened = useContext(DeskContext);
  if (!opened) throw new Error("The desk is only there inside a DeskProvider.");
  return opened;
}

export const useDesk = (): Desk => useOpened().desk;

/** Whoever works at this desk. */
export const useDeskUser = (): SessionUser => useOpened().user;

/** Sends an intent to the outbox; it shows at once, with or without a network. */
export function useCommand(): Desk["send"] {
  return useDesk().send;
}

export function useSyncStatus() {
  const { status } = useDesk();
  return useSyncExternalStore(status.subscribe, status.get);
}

/**
 * The latest value of what `observe` makes, made again when `deps` change; `initial` until the first value comes.
 * A value of earlier deps is never shown under later ones.
 */
export function useObservable<T>(observe: () => Observable<T>, deps: readonly unknown[], initial: T): T {
  const [source, setSource] = useState(() => ({ deps, values: observe() }));
  const same = source.deps.length === deps.length && source.deps.every((dep, index) => Object.is(dep, deps[index]));
  const current = same ? source : { deps, values: observe() };
  if (!same) setSource(current);
  const [held, hold] = useState<{ values: Observable<T>; value: T } | null>(null);
  const { values } = current;
  useEffect(() => {
    const subscription = values.subscribe({
      next: (value) => hold({ values, value }),
      error: (error: unknown) =>
        hold(() => {
          throw error;
        }),
    });
    return () => subscription.unsubscribe();
  }, [values]);
  return held?.values === values ? held.value : initial;
}
