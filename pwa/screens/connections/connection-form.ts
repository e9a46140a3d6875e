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

export type FormProblem = "name" | "minutes" | "redirectQueue" | "greeting";

export function formProblems(form: ConnectionForm): Set<FormProblem> {
  const problems = new Set<FormProblem>();
  const name = form.name.trim();
  const minutes = Number(form.redirectAfterMinutes || 0);
  if (name.length < 2 || name.length > 50) problems.add("name");
  if (!Number.isInteger(minutes) || minutes < 0) problems.add("minutes");
  else if (minutes > 0 && !form.redirectQueueId) problems.add("redirectQueue");
  if (form.queueIds.length > 1 && form.greetingMessage.trim() === "") problems.add("greeting");
  return problems;
}
