import { refusalOf } from "../refusal.ts";

/** The company is past its due date: the commands are valid and wait for the payment. */
const UNPAID = "ERR_SUBSCRIPTION_EXPIRED";
/** The server can never accept the request. */
const invalid: ReadonlySet<number> = new Set([400, 413, 422]);
/** Refusals with these statuses may succeed later; any other refusal of an upload is final. */
const temporary: ReadonlySet<number> = new Set([401, 403, 408, 409, 425, 429]);

/** `isSilent`: there was no response. */
export type Failure = {
  isSilent: boolean;
  isSignedOut: boolean;
  error: { code: string; details?: unknown } | null;
};

function failureOf(error: unknown): Failure & { status: number } {
  const { status, code, details } = refusalOf(error);
  return {
    status: status ?? 0,
    isSilent: status === null,
    isSignedOut: status === 401,
    error: code === null ? null : { code, details },
  };
}

/** `isolates`: send the lanes' commands one by one; `rests`: let the lanes wait. */
export type BatchFailure = Failure & { refusesCommand: boolean; isolates: boolean; rests: boolean };

/**
 * Returns what follows from a batch's failure. One command may be the reason for the whole batch's failure: sent
 * alone, it can be identified.
 */
export function batchFailure(cause: unknown, batchSize: number): BatchFailure {
  const { status, ...failure } = failureOf(cause);
  const isInvalid = failure.error?.code !== UNPAID && invalid.has(status);
  return {
    ...failure,
    refusesCommand: isInvalid && batchSize === 1,
    isolates: isInvalid || (status >= 500 && batchSize > 1),
    rests: !isInvalid,
  };
}

/** `isFinal`: the file will never be accepted. */
export function uploadFailure(cause: unknown): Failure & { isFinal: boolean } {
  const { status, ...failure } = failureOf(cause);
  const isRefusal = status > 0 && status < 500;
  return { ...failure, isFinal: isRefusal && !temporary.has(status) && failure.error?.code !== UNPAID };
}
