/** The leading tab's connection to the server. */
export type LinkState = { linkUp: boolean; busy: boolean; firstSyncDone: boolean };

export type SyncStatus = {
  state: "synced" | "syncing" | "offline" | "attention" | "unstored";
  /** Commands without an answer. */
  waiting: number;
  /** Refused or held commands that need the user's decision. */
  refused: number;
  /** Since when there is no network, also before a reload; null while there is one. */
  since: string | null;
  firstSyncDone: boolean;
  linkUp: boolean;
  /** False: what is written is not stored on this device, for example because its disk is full. */
  stores: boolean;
};

type Facts = LinkState & { waiting: number; refused: number; stores: boolean };

/** Where the time is kept at which the network was lost; it survives a reload. */
export type SinceStore = { get(): Promise<string | null>; set(since: string | null): Promise<unknown> };

/** After a longer pause the network may have come and gone meanwhile. */
const SINCE_HOLDS_MS = 12 * 60 * 60 * 1000;

/** A store for `useSyncExternalStore`: returns the same object until something changes. */
export function createStatus(now: () => number, store?: SinceStore) {
  const listeners = new Set<() => void>();
  let facts: Facts = { linkUp: true, busy: true, firstSyncDone: false, waiting: 0, refused: 0, stores: true };
  let remembered: string | null = null;
  let status: SyncStatus = { ...shown(facts), since: null };
  void store?.get().then((since) => {
    if (since === null || now() - Date.parse(since) > SINCE_HOLDS_MS) return;
    remembered = since;
    if (status.since !== null && since < status.since) put({ ...status, since });
  });

  function put(next: SyncStatus) {
    if (JSON.stringify(next) === JSON.stringify(status)) return;
    if (next.since !== status.since) void store?.set(next.since);
    status = next;
    for (const listener of listeners) listener();
  }

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
      if (!next.linkUp) return put({ ...next, since: status.since ?? remembered ?? new Date(now()).toISOString() });
      // A page that has just been opened believes in its network until the first answer.
      const isKnownUp = status.since !== null || !facts.busy;
      if (isKnownUp && remembered !== null) {
        remembered = null;
        void store?.set(null);
      }
      put({ ...next, since: null });
    },
  };
}

function shown(facts: Facts): Omit<SyncStatus, "since"> {
  const { linkUp, busy, firstSyncDone, waiting, refused, stores } = facts;
  const calm = busy || waiting > 0 ? "syncing" : "synced";
  const online = refused > 0 ? "attention" : !linkUp ? "offline" : calm;
  return { state: stores ? online : "unstored", waiting, refused, firstSyncDone, linkUp, stores };
}
