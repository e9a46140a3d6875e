/** The leading tab's connection to the server. */
export type LinkState = { linkUp: boolean; busy: boolean; firstSyncDone: boolean };

export type SyncStatus = {
  state: "synced" | "syncing" | "offline" | "attention";
  /** Commands without an answer. */
  waiting: number;
  /** Refused or held commands that need the user's decision. */
  refused: number;
  /** Since when the state has its present value. */
  since: string | null;
  firstSyncDone: boolean;
  linkUp: boolean;
};

type Facts = LinkState & { waiting: number; refused: number };

/** A store for `useSyncExternalStore`: returns the same object until something changes. */
export function createStatus(now: () => number) {
  const listeners = new Set<() => void>();
  let facts: Facts = { linkUp: true, busy: true, firstSyncDone: false, waiting: 0, refused: 0 };
  let status: SyncStatus = { ...shown(facts), since: null };

  return {
    get: () => status,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    set(change: Partial<Facts>) {
      facts = { ...facts, ...change };
      const next = shown(facts);
      const since = next.state === status.state ? status.since : new Date(now()).toISOString();
      if (JSON.stringify({ ...next, since }) === JSON.stringify(status)) return;
      status = { ...next, since };
      for (const listener of listeners) listener();
    },
  };
}

function shown({ linkUp, busy, firstSyncDone, waiting, refused }: Facts): Omit<SyncStatus, "since"> {
  const calm = busy || waiting > 0 ? "syncing" : "synced";
  const state = refused > 0 ? "attention" : !linkUp ? "offline" : calm;
  return { state, waiting, refused, firstSyncDone, linkUp };
}
