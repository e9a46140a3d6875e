const LOCK = "balcao-renewal";

/** Not there on a page without https, which has one tab to itself as far as this goes. */
const locks = (): LockManager | undefined => navigator.locks;

/** Runs what puts the session of this browser under another secret; every tab can wait for its end. */
export function holdRenewal<T>(work: () => Promise<T>): Promise<T> {
  const shared = locks();
  return shared ? shared.request(LOCK, work) : work();
}

/** Resolves when no tab of this browser waits for another secret. */
export async function renewalEnd(): Promise<void> {
  await locks()?.request(LOCK, { mode: "shared" }, () => {});
}
