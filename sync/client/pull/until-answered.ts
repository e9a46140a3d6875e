import { backoffMs, type Waker } from "../backoff.ts";
import type { Clock } from "../clock.ts";
import { refusalOf } from "../refusal.ts";

export type RequestDeps = {
  clock: Clock;
  waker: Waker;
  onLink(up: boolean): void;
  /** Called when the server answers that the user's scope has changed. */
  onScopeChanged(): void;
  /** Called when the server answers that it does not know the position. */
  onTooOld(): void;
};

/**
 * Repeats a request with back-off until it is answered. Resolves with null when `signal` aborts, or when the server
 * refuses the position: then this replication is about to end.
 */
export async function untilAnswered<Answer>(
  request: () => Promise<Answer>,
  deps: RequestDeps,
  signal: AbortSignal,
): Promise<Answer | null> {
  for (let failures = 1; !signal.aborted; failures += 1) {
    try {
      const answer = await request();
      deps.onLink(true);
      return answer;
    } catch (error) {
      if (signal.aborted) return null;
      const { status } = refusalOf(error);
      if (status === 409) deps.onScopeChanged();
      else if (status === 410) deps.onTooOld();
      // A refusal proves that the server is reachable; only a missing response means no network.
      else deps.onLink(status !== null);
      if (status === 409 || status === 410) return null;
      await deps.waker.sleep(backoffMs(failures, deps.clock.random), signal);
    }
  }
  return null;
}
