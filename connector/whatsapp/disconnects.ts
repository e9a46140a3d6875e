import type { ConnectionReason } from "../../sync/contracts/connections.ts";

/** What to do when a socket has closed. */
export type Verdict =
  /** The server asked for it: at once, no penalty. */
  | { do: "restart" }
  /** Network or server: with growing pauses. */
  | { do: "retry" }
  /** Nobody scanned. */
  | { do: "offer-qr-again" }
  /** Only a person can help. `forget`: the link is gone, the keys are worth nothing. */
  | { do: "stop"; reason: ConnectionReason; forget: boolean }
  /** Let go, say so, and look again later. */
  | { do: "yield"; reason: ConnectionReason; retryAfterMs: number };

export function judgeDisconnect(code: number | undefined, isLinked: boolean): Verdict {
  switch (code) {
    case 515:
      return { do: "restart" };
    case 401:
      return { do: "stop", reason: "ERR_WAPP_LOGGED_OUT", forget: true };
    case 409:
    case 411:
      return { do: "stop", reason: "ERR_WAPP_MISMATCH", forget: true };
    case 402:
    case 403:
    case 406:
      return { do: "stop", reason: "ERR_WAPP_BANNED", forget: false };
    case 405:
      return { do: "yield", reason: "ERR_WAPP_OUTDATED", retryAfterMs: 600_000 };
    case 440:
      return { do: "yield", reason: "ERR_WAPP_REPLACED", retryAfterMs: 60_000 };
    case 408:
      return isLinked ? { do: "retry" } : { do: "offer-qr-again" };
    default:
      // 428, 500, 503 and whatever a socket throws. A 500 says "bad session" and is not: the credentials stay.
      return { do: "retry" };
  }
}

/** Full jitter: any moment up to the doubled pause, so that many sessions do not come back in step. */
export function backoffMs(attempt: number, { least, most }: { least: number; most: number }): number {
  return Math.random() * Math.min(most, least * 2 ** Math.min(attempt, 16));
}
