import { errorMessage } from "../i18n/error-message.ts";
import { m } from "../i18n/paraglide/messages.js";
import { ApiError, NetworkError } from "./api-error.ts";

/** Returns a sentence that says why a call failed; rethrows any error that is no failed call. */
export function failureText(error: unknown): string {
  if (error instanceof ApiError) return m.lists_failed({ reason: errorMessage(error.code, error.details) });
  if (error instanceof NetworkError) return m.lists_unreachable();
  throw error;
}
