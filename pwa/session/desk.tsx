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
import type { DeviceDesk } from "../../sync/client/index.ts";
import { scopeOf } from "../../sync/client/scope.ts";
import { preparedDesk, takeDesk } from "./opening.ts";
import { setSignOutGuard } from "./session.ts";
import { useOnline } from "./use-online.ts";
import { useSession } from "./use-session.ts";

type Desk = { desk: DeviceDesk; user: SessionUser; isOpen: boolean };
const DeskContext = createContext<Desk | null>(null);

type DeskProviderProps = {
  user: SessionUser;
  /** Draws the children at once: until the desk is open, its sources have no value and its calls wait. */
  drawsEarly?: boolean;
  /** Shown until the desk is open, where the children are not drawn early. */
  opening: ReactNode;
  children: ReactNode;
};

/** Opens the signed-in user's desk and provides it to its children. */
export function DeskProvider({ user, drawsEarly = false, opening, children }: DeskProviderProps) {
  const { desk, isOpen } = useOpenDesk(user);
  const value = useMemo(() => desk && { desk, user, isOpen }, [desk, user, isOpen]);
  if (!value || !(isOpen || drawsEarly)) return opening;
  return <DeskContext value={value}>{children}</DeskContext>;
}

type Taken = { scope: string; desk: DeviceDesk; isOpen: boolean };

/** Opens the user's desk; another one with other rights. */
function useOpenDesk(user: SessionUser): { desk: DeviceDesk | null; isOpen: boolean } {
  const scope = scopeOf(user);
  const [taken, setTaken] = useState<Taken | null>(() => {
    const desk = preparedDesk(scope);
    return desk && { scope, desk, isOpen: false };
  });
  const [failure, setFailure] = useState<unknown>(null);
  const take = useEffectEvent(() => takeDesk(user));
  useEffect(() => {
    let wanted = true;
    const opening = take();
    setTaken({ scope, desk: opening.early, isOpen: false });
    opening.desk.then(
      (opened) => wanted && opened && setTaken({ scope, desk: opening.early, isOpen: true }),
      (error: unknown) => wanted && setFailure(error),
    );
    return () => {
      wanted = false;
      opening.close();
    };
  }, [scope]);
  const { desk = null, isOpen = false } = taken?.scope === scope ? taken : {};
  useEffect(() => (desk ? announce(desk) : undefined), [desk]);
  if (failure) throw failure;
  return { desk, isOpen };
}

/**
 * Registers the number of pending actions with the session, for the question before signing out. Unsent actions stay,
 * sealed with the user's key.
 */
function announce(desk: DeviceDesk): () => void {
  setSignOutGuard(() => desk.pendingCount());
  return () => setSignOutGuard(async () => 0);
}

/** Provides a desk that is already open to the screens. */
export function OpenDesk({ desk, user, children }: { desk: DeviceDesk; user: SessionUser; children: ReactNode }) {
  const value = useMemo(() => ({ desk, user, isOpen: true }), [desk, user]);
  return <DeskContext value={value}>{children}</DeskContext>;
}

function useOpened() {
  const opened = useContext(DeskContext);
  if (!opened) throw new Error("useDesk requires a DeskProvider.");
  return opened;
}

export const useDesk = (): DeviceDesk => useOpened().desk;

/** Returns false while the desk is being opened: nothing is known of its data then. */
export const useDeskIsOpen = (): boolean => useOpened().isOpen;

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
