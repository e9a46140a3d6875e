const LOCK = "balcao-renewal";

/** Runs work that changes the session's secret, exclusively among all tabs of this browser. */
export const insideRenewal = <T>(work: () => Promise<T>): Promise<T> => locked("exclusive", work);

/** Runs work that uses the session's secret, never while a tab changes it. */
export const outsideRenewal = <T>(work: () => Promise<T>): Promise<T> => locked("shared", work);

function locked<T>(mode: LockMode, work: () => Promise<T>): Promise<T> {
  // Without https the browser offers no locks.
  const locks: LockManager | undefined = navigator.locks;
  return locks ? locks.request(LOCK, { mode }, work) : work();
}
