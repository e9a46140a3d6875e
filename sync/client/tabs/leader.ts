/**
 * Runs `work` in one tab of this browser at a time; another tab takes over when that one closes, crashes or releases.
 * `work` ends when the signal aborts. Without Web Locks every tab leads: commands are deduplicated by id and pulls
 * are idempotent, so two leaders only cost traffic.
 */
export function leadByLock(
  name: string,
  locks: LockManager | null,
  work: (signal: AbortSignal) => Promise<void>,
): { release(): Promise<void> } {
  const releasing = new AbortController();
  const { signal } = releasing;
  const done = locks
    ? locks
        .request(name, { signal }, () => work(signal))
        .catch((error: unknown) => {
          if (!signal.aborted) throw error;
        })
    : work(signal);
  return {
    async release() {
      releasing.abort();
      await done;
    },
  };
}

export function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
