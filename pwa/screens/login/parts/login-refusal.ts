import { calendarDate } from "../../../i18n/calendar-date.ts";
import { errorMessage } from "../../../i18n/error-message.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { ApiError, NetworkError } from "../../../session/api-error.ts";

/**
 * Returns why signing in failed, as a sentence. Rethrows any error that is not a server's response or a network
 * error.
 */
export function loginRefusal(error: unknown, isOnline: boolean): string {
  if (error instanceof NetworkError) return isOnline ? m.login_unreachable() : m.login_offline();
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 429 && error.retryAfterSeconds !== null) return waitSentence(error.retryAfterSeconds);
  const { dueDate } = error.details;
  if (error.code === "ERR_SUBSCRIPTION_EXPIRED" && typeof dueDate === "string") {
    return m.login_due({ date: calendarDate(dueDate) });
  }
  return errorMessage(error.code);
}

function waitSentence(seconds: number): string {
  return seconds < 60
    ? m.login_wait_seconds({ count: Math.ceil(seconds) })
    : m.login_wait_minutes({ count: Math.ceil(seconds / 60) });
}
