import * as v from "valibot";
import type { ConnectionForm } from "./parts/connection-form.ts";

const text = v.optional(v.nullable(v.string()), "");
const ConnectionWire = v.object({
  name: v.string(),
  isDefault: v.optional(v.boolean(), false),
  greetingMessage: text,
  complationMessage: text,
  outOfHoursMessage: text,
  ratingMessage: text,
  timeSendQueue: v.optional(v.nullable(v.union([v.string(), v.number()])), 0),
  sendIdQueue: v.optional(v.nullable(v.union([v.string(), v.number()])), null),
  historyDays: v.optional(v.number(), 7),
  queues: v.optional(v.array(v.object({ id: v.string() })), []),
});

export function formFromWire(wire: unknown): ConnectionForm {
  const connection = v.parse(ConnectionWire, wire);
  return {
    name: connection.name,
    isDefault: connection.isDefault,
    greetingMessage: connection.greetingMessage ?? "",
    completionMessage: connection.complationMessage ?? "",
    outOfHoursMessage: connection.outOfHoursMessage ?? "",
    ratingMessage: connection.ratingMessage ?? "",
    queueIds: connection.queues.map((queue) => queue.id),
    redirectAfterMinutes: String(connection.timeSendQueue || 0),
    redirectQueueId: connection.sendIdQueue ? String(connection.sendIdQueue) : null,
    historyDays: String(connection.historyDays),
  };
}

/** Returns the body of POST and PUT: an empty redirect time is 0, and without a time there is no redirect queue. */
export function wireOf(form: ConnectionForm) {
  const { completionMessage, redirectAfterMinutes, redirectQueueId, ...same } = form;
  const minutes = Number(redirectAfterMinutes || 0);
  return {
    ...same,
    name: form.name.trim(),
    provider: "beta",
    historyDays: Number(form.historyDays || 0),
    complationMessage: completionMessage,
    timeSendQueue: String(minutes),
    sendIdQueue: minutes === 0 ? null : redirectQueueId,
  };
}
