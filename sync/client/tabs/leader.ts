/**
 * Runs `work` in one tab of this browser at a time; the next takes over when that tab closes, crashes or lets go.
 * `work` ends when the signal aborts. Without locks every tab leads: commands are recognised by their ids and pulls are
 * idempotent, so two leaders cost only traffic.
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
