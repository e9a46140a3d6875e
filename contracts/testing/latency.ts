/** Simulates a slow peer: resolves after `ms` milliseconds. Not for waiting until something has happened, or has not. */
export const latency = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Resolves after `ms` milliseconds without an event. Only for an absence that no later event can show; each file that
 * calls it is listed with its reason in `bin/checks/check-tests.ts`.
 */
export function quietFor(ms: number): Promise<void> {
  return latency(ms);
}
