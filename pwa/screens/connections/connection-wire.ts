import * as v from "valibot";
import { connectionNames } from "../../../contracts/wire/connections.ts";
import { fromWire, toWire } from "../../../contracts/wire/rename.ts";
import type { ConnectionForm } from "./parts/connection-form.ts";

const text = v.optional(v.nullable(v.string()), "");
const ConnectionWire = v.object({
  name: v.string(),
  isDefault: v.optional(v.boolean(), false),
  [connectionNames.greetingMessage]: text,
  [connectionNames.completionMessage]: text,
  [connectionNames.outOfHoursMessage]: text,
  [connectionNames.ratingMessage]: text,
  [connectionNames.redirectAfterMinutes]: v.optional(v.nullable(v.union([v.string(), v.number()])), 0),
  [connectionNames.redirectQueueId]: v.optional(v.nullable(v.union([v.string(), v.number()])), null),
  historyDays: v.optional(v.number(), 7),
  queues: v.optional(v.array(v.object({ id: v.string() })), []),
});

export function formFromWire(answer: unknown): ConnectionForm {
  const { name, isDefault, historyDays, queues, ...wire } = v.parse(ConnectionWire, answer);
  const fields = fromWire(connectionNames, wire);
  return {
    name,
    isDefault,
    greetingMessage: fields.greetingMessage ?? "",
    completionMessage: fields.completionMessage ?? "",
    outOfHoursMessage: fields.outOfHoursMessage ?? "",
    ratingMessage: fields.ratingMessage ?? "",
    queueIds: queues.map((queue) => queue.id),
    redirectAfterMinutes: String(fields.redirectAfterMinutes || 0),
    redirectQueueId: fields.redirectQueueId ? String(fields.redirectQueueId) : null,
    historyDays: String(historyDays),
  };
}

/** Returns the body of POST and PUT: an empty redirect time is 0, and without a time there is no redirect queue. */
export function wireOf(form: ConnectionForm) {
  const minutes = Number(form.redirectAfterMinutes || 0);
  const redirectQueueId = minutes === 0 ? null : form.redirectQueueId;
  return {
    ...toWire(connectionNames, { ...form, redirectAfterMinutes: String(minutes), redirectQueueId }),
    name: form.name.trim(),
    isDefault: form.isDefault,
    queueIds: form.queueIds,
    provider: "beta",
    historyDays: Number(form.historyDays || 0),
  };
}
