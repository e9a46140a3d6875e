const LOCK = "balcao-renewal";

/** Runs what puts the session of this browser under another secret, by itself among all tabs. */
export const insideRenewal = <T>(work: () => Promise<T>): Promise<T> => locked("exclusive", work);

/** Runs what asks with the secret of this browser, while no tab waits for another. */
export const outsideRenewal = <T>(work: () => Promise<T>): Promise<T> => locked("shared", work);

function locked<T>(mode: LockMode, work: () => Promise<T>): Promise<T> {
  // A page without https has no locks.
  const locks: LockManager | undefined = navigator.locks;
  return locks ? locks.request(LOCK, { mode }, work) : work();
}
