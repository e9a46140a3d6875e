import { errorMessage } from "../i18n/error-message.ts";
import { m } from "../i18n/paraglide/messages.js";
import { ApiError, NetworkError } from "./api-error.ts";

/** Why a call did not work, in a sentence; throws what is no refusal. */
export function failureWords(error: unknown): string {
  if (error instanceof ApiError) return m.lists_failed({ reason: errorMessage(error.code) });
  if (error instanceof NetworkError) return m.lists_unreachable();
  throw error;
}
