import type { ConnectionReason } from "../../../contracts/desk/connections.ts";

/** The reaction to a closed socket. */
export type Verdict =
  /** The server requested a restart: reconnect at once, without backoff. */
  | { do: "restart" }
  /** A network or server error: reconnect with growing pauses. */
  | { do: "retry" }
  /** The QR code expired before a phone scanned it. */
  | { do: "offer-qr-again" }
  /** Only a user can resolve it. `forget`: the device was unlinked and the keys are useless. */
  | { do: "stop"; reason: ConnectionReason; forget: boolean }
  /** Release the connection, report the reason, and let it be claimed again after `retryAfterMs`. */
  | { do: "yield"; reason: ConnectionReason; retryAfterMs: number };

/** Returns the status code of the library's error; undefined when it has none. */
export const statusCodeOf = (error: unknown): number | undefined =>
  (error as { output?: { statusCode?: number } } | undefined)?.output?.statusCode;

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
      // 428, 500, 503 and errors of the socket. The library names 500 "bad session", but the session is intact: the
      // credentials stay.
      return { do: "retry" };
  }
}
