import * as v from "valibot";

/** A connection as the dialog edits it, under the HTTP interface's names. */
export type ConnectionForm = {
  name: string;
  isDefault: boolean;
  greetingMessage: string;
  complationMessage: string;
  outOfHoursMessage: string;
  ratingMessage: string;
  queueIds: string[];
  token: string;
  /** Typed minutes; empty counts as 0. */
  timeSendQueue: string;
  sendIdQueue: string | null;
};

export const newConnection: ConnectionForm = {
  name: "",
  isDefault: false,
  greetingMessage: "",
  complationMessage: "",
  outOfHoursMessage: "",
  ratingMessage: "",
  queueIds: [],
  token: "",
  timeSendQueue: "0",
  sendIdQueue: null,
};

const text = v.optional(v.nullable(v.string()), "");
const ConnectionWire = v.object({
  name: v.string(),
  isDefault: v.optional(v.boolean(), false),
  greetingMessage: text,
  complationMessage: text,
  outOfHoursMessage: text,
  ratingMessage: text,
  token: text,
  timeSendQueue: v.optional(v.nullable(v.union([v.string(), v.number()])), 0),
  sendIdQueue: v.optional(v.nullable(v.union([v.string(), v.number()])), null),
  queues: v.optional(v.array(v.object({ id: v.string() })), []),
});

export function formFromWire(wire: unknown): ConnectionForm {
  const connection = v.parse(ConnectionWire, wire);
  return {
    name: connection.name,
    isDefault: connection.isDefault,
    greetingMessage: connection.greetingMessage ?? "",
    complationMessage: connection.complationMessage ?? "",
    outOfHoursMessage: connection.outOfHoursMessage ?? "",
    ratingMessage: connection.ratingMessage ?? "",
    token: connection.token ?? "",
    queueIds: connection.queues.map((queue) => queue.id),
    timeSendQueue: String(connection.timeSendQueue || 0),
    sendIdQueue: connection.sendIdQueue ? String(connection.sendIdQueue) : null,
  };
}

/** The body of POST and PUT: an empty redirect time is 0, and without a time there is no redirect queue. */
export function wireOf(form: ConnectionForm) {
  const minutes = Number(form.timeSendQueue || 0);
  return {
    ...form,
    name: form.name.trim(),
    provider: "beta",
    timeSendQueue: String(minutes),
    sendIdQueue: minutes === 0 ? null : form.sendIdQueue,
  };
}

export type FormProblem = "name" | "minutes" | "redirectQueue" | "greeting";

export function formProblems(form: ConnectionForm): Set<FormProblem> {
  const problems = new Set<FormProblem>();
  const name = form.name.trim();
  const minutes = Number(form.timeSendQueue || 0);
  if (name.length < 2 || name.length > 50) problems.add("name");
  if (!Number.isInteger(minutes) || minutes < 0) problems.add("minutes");
  else if (minutes > 0 && !form.sendIdQueue) problems.add("redirectQueue");
  if (form.queueIds.length > 1 && form.greetingMessage.trim() === "") problems.add("greeting");
  return problems;
}
