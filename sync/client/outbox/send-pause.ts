import { backoffMs, LAST_MS } from "../backoff.ts";
import type { Clock } from "../clock.ts";
import { browserOnline } from "../tabs/wakes.ts";

export type SendPause = ReturnType<typeof createSendPause>;

/** The pause of all commands after a request without a response, or while the browser says that it is offline. */
export function createSendPause(clock: Clock) {
  /** Consecutive requests without a response. */
  let failures = 0;
  let until = browserOnline() ? 0 : clock.now() + LAST_MS;
  return {
    until: () => until,
    /** A request had no response. */
    lengthen() {
      failures += 1;
      until = clock.now() + (browserOnline() ? backoffMs(failures, clock.random) : LAST_MS);
    },
    /** A request was answered. */
    reset() {
      failures = 0;
    },
    /** The network is gone. */
    begin() {
      until = clock.now() + LAST_MS;
    },
    /** The network may be back. */
    end() {
      until = 0;
    },
  };
}
