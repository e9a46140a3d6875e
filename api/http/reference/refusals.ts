import type { ErrorCode } from "../../../contracts/errors.ts";

/** Refusals that any operation may answer, because of the shape of the request or the state of the server. */
export const commonRefusals: readonly ErrorCode[] = [
  "ERR_VALIDATION",
  "ERR_MALFORMED_JSON",
  "ERR_BODY_TOO_LARGE",
  "ERR_NOT_FOUND",
  "ERR_INTERNAL",
  "ERR_UNAVAILABLE",
  "ERR_TOO_SLOW",
];

/** Refusals of operations that need a session. */
export const sessionRefusals: readonly ErrorCode[] = [
  "ERR_SESSION_EXPIRED",
  "ERR_TOKEN_EXPIRED",
  "ERR_SUBSCRIPTION_EXPIRED",
  "ERR_COMPANY_INACTIVE",
];

/** The middleware that lets only signed-in users pass. */
export const sessionHandlers = new WeakSet<object>();

/** Returns all refusals of an operation: those that tests have met, the common ones, and those of its session. */
export function refusalsOf(met: readonly ErrorCode[] = [], needsSession = true): Set<ErrorCode> {
  return new Set([...commonRefusals, ...(needsSession ? sessionRefusals : []), ...met]);
}
