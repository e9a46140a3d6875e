import { m } from "../../../i18n/paraglide/messages.js";

/** Advice for a message that failed to send. */
export type FailureHelp = { advice: string; retryHelps: boolean };

const helps: Record<string, { advice: () => string; retryHelps: boolean }> = {
  ERR_SENDING_WAPP_MSG: { advice: m.tickets_help_sending, retryHelps: true },
  ERR_CHANNEL_REFUSED: { advice: m.tickets_help_refused, retryHelps: false },
  ERR_PERSON_UNAVAILABLE: { advice: m.tickets_help_person, retryHelps: false },
  ERR_WINDOW_CLOSED: { advice: m.tickets_help_window, retryHelps: false },
  ERR_FILE_TOO_LARGE: { advice: m.tickets_help_file, retryHelps: false },
  ERR_FILE_TYPE: { advice: m.tickets_help_file, retryHelps: false },
  ERR_CHANNEL_WITHOUT_KIND: { advice: m.tickets_help_kind, retryHelps: false },
  ERR_WAPP_REACHOUT_LIMIT: { advice: m.tickets_help_limit, retryHelps: true },
};

/** Returns the advice for an error code. An unknown code may be transient, so a retry is offered. */
export function failureHelp(code: string | null): FailureHelp {
  const help = helps[code ?? ""];
  return help
    ? { advice: help.advice(), retryHelps: help.retryHelps }
    : { advice: m.tickets_help_unknown(), retryHelps: true };
}
