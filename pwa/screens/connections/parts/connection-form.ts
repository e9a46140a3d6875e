import { ConnectionInput } from "../../../../contracts/desk/connections.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { checkBy, type Problems } from "../../lists/form-problems.ts";

/** The values of the connection dialog. */
export type ConnectionForm = {
  name: string;
  isDefault: boolean;
  greetingMessage: string;
  completionMessage: string;
  outOfHoursMessage: string;
  ratingMessage: string;
  queueIds: string[];
  /** Minutes as typed; empty counts as 0. */
  redirectAfterMinutes: string;
  redirectQueueId: string | null;
  /** Days as typed; empty counts as 0. */
  historyDays: string;
};

export const newConnection: ConnectionForm = {
  name: "",
  isDefault: false,
  greetingMessage: "",
  completionMessage: "",
  outOfHoursMessage: "",
  ratingMessage: "",
  queueIds: [],
  redirectAfterMinutes: "0",
  redirectQueueId: null,
  historyDays: "7",
};

const numbered = ({ redirectAfterMinutes, historyDays, ...same }: ConnectionForm) => ({
  ...same,
  historyDays: Number(historyDays || 0),
  redirectAfterMinutes: Number(redirectAfterMinutes || 0),
});

const [minutes, days] = [m.connections_error_minutes, m.connections_error_history];
const check = checkBy<ReturnType<typeof numbered>>(ConnectionInput, {
  redirectAfterMinutes: { number: minutes, integer: minutes, min_value: minutes, max_value: m.lists_too_long },
  historyDays: { number: days, integer: days, min_value: days, max_value: days },
});

/** Checks the form. A redirect requires a queue, and several queues require a greeting that offers them. */
export function connectionProblems(form: ConnectionForm): Problems<ConnectionForm> {
  const problems: Problems<ConnectionForm> = check(numbered(form));
  if (form.queueIds.length > 1 && form.greetingMessage.trim() === "")
    problems.greetingMessage = m.connections_error_greeting();
  const redirects = !problems.redirectAfterMinutes && Number(form.redirectAfterMinutes || 0) > 0;
  if (redirects && !form.redirectQueueId) problems.redirectQueueId = m.connections_error_redirect_queue();
  return problems;
}

export type ConnectionTab = "general" | "messages" | "redirect" | "outages";

/** Returns the tab of the first problem. */
export function tabOfProblems(problems: Problems<ConnectionForm>): ConnectionTab | null {
  const [field] = Object.keys(problems);
  if (!field) return null;
  if (field.startsWith("redirect")) return "redirect";
  return field.endsWith("Message") ? "messages" : "general";
}
