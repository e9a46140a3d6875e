import { m } from "../../i18n/paraglide/messages.js";
import type { Problems } from "../lists/form-problems.ts";

/** A connection as the dialog edits it. */
export type ConnectionForm = {
  name: string;
  isDefault: boolean;
  greetingMessage: string;
  completionMessage: string;
  outOfHoursMessage: string;
  ratingMessage: string;
  queueIds: string[];
  token: string;
  /** Typed minutes; empty counts as 0. */
  redirectAfterMinutes: string;
  redirectQueueId: string | null;
};

export const newConnection: ConnectionForm = {
  name: "",
  isDefault: false,
  greetingMessage: "",
  completionMessage: "",
  outOfHoursMessage: "",
  ratingMessage: "",
  queueIds: [],
  token: "",
  redirectAfterMinutes: "0",
  redirectQueueId: null,
};

export function connectionProblems(form: ConnectionForm): Problems<ConnectionForm> {
  const problems: Problems<ConnectionForm> = {};
  const name = form.name.trim();
  const minutes = Number(form.redirectAfterMinutes || 0);
  if (name.length < 2 || name.length > 50) problems.name = m.connections_error_name();
  if (form.queueIds.length > 1 && form.greetingMessage.trim() === "")
    problems.greetingMessage = m.connections_error_greeting();
  if (!Number.isInteger(minutes) || minutes < 0) problems.redirectAfterMinutes = m.connections_error_minutes();
  else if (minutes > 0 && !form.redirectQueueId) problems.redirectQueueId = m.connections_error_redirect_queue();
  return problems;
}

export type ConnectionTab = "general" | "messages" | "redirect" | "outages";

/** Where the first thing that is wrong stands. */
export function tabOfProblems(problems: Problems<ConnectionForm>): ConnectionTab | null {
  const [field] = Object.keys(problems);
  if (!field) return null;
  if (field.startsWith("redirect")) return "redirect";
  return field.endsWith("Message") ? "messages" : "general";
}
