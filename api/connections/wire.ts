import * as v from "valibot";
import type { ConnectionTraffic, ConnectionView, OutageRow } from "../../domain/connections/index.ts";
import type { QueueRow } from "../../domain/queues/index.ts";
import { ConnectionInput } from "../../sync/contracts/connections.ts";
import { Id } from "../../sync/contracts/id.ts";

const text = v.pipe(
  v.optional(v.nullable(v.string()), ""),
  v.transform((value) => value ?? ""),
);

/** Minutes as the form sends them: '0', '', a number, or a number as text. */
const minutes = v.pipe(
  v.optional(v.nullable(v.union([v.string(), v.number()])), 0),
  v.transform((value) => Number(value || 0)),
  v.integer(),
  v.minValue(0),
);

/** Clients write 0, "0" or "" for "no queue". */
const QueueIdOrNothing = v.pipe(
  v.optional(v.nullable(v.union([v.picklist([0, "0", ""]), Id]))),
  v.transform((id) => (typeof id === "string" && id.length > 1 ? id : null)),
);

/** Clients send every field of the GET back; fields not listed here cannot be changed and are dropped. */
export const ConnectionWire = v.pipe(
  v.object({
    name: v.string(),
    greetingMessage: text,
    complationMessage: text,
    outOfHoursMessage: text,
    ratingMessage: text,
    isDefault: v.optional(v.boolean(), false),
    token: text,
    provider: v.optional(v.nullable(v.string()), "beta"),
    timeSendQueue: minutes,
    sendIdQueue: QueueIdOrNothing,
    historyDays: v.optional(v.nullable(v.union([v.string(), v.number()]))),
    queueIds: v.optional(v.array(Id)),
    queues: v.optional(v.array(v.object({ id: Id })), []),
  }),
  v.transform(
    ({
      complationMessage,
      timeSendQueue,
      sendIdQueue,
      provider,
      queues,
      queueIds,
      historyDays,
      ...same
    }): v.InferInput<typeof ConnectionInput> => ({
      ...same,
      queueIds: queueIds ?? queues.map((queue) => queue.id),
      provider: provider ?? "beta",
      completionMessage: complationMessage,
      redirectAfterMinutes: timeSendQueue,
      redirectQueueId: sendIdQueue,
      ...(historyDays != null && historyDays !== "" && { historyDays: Number(historyDays) }),
    }),
  ),
  ConnectionInput,
);

/** `queues`: all queues of the company, to look up the names of the connection's own. */
export function connectionToWire(view: ConnectionView, queues: readonly QueueRow[]) {
  return {
    id: view.id,
    name: view.name,
    channel: view.channel,
    status: view.status,
    reason: view.reason,
    stateSince: view.stateSince.toISOString(),
    firstConnectedAt: view.firstConnectedAt?.toISOString() ?? null,
    firstContactsAfter: view.firstContactsAfter?.toISOString() ?? null,
    number: view.number,
    isDefault: view.isDefault,
    qrcode: view.qrcode,
    pairingCode: view.pairingCode,
    retries: view.retries,
    greetingMessage: view.greetingMessage,
    complationMessage: view.completionMessage,
    outOfHoursMessage: view.outOfHoursMessage,
    ratingMessage: view.ratingMessage,
    /** Never returns the token: it is shown once, when it is created. */
    token: "",
    hasToken: view.tokenHash !== null,
    provider: view.provider,
    timeSendQueue: String(view.redirectAfterMinutes),
    sendIdQueue: view.redirectQueueId,
    historyDays: view.historyDays,
    queues: queues
      .filter((queue) => view.queueIds.includes(queue.id))
      .map(({ id, name, color, greetingMessage }) => ({ id, name, color, greetingMessage })),
    createdAt: view.createdAt.toISOString(),
    updatedAt: view.updatedAt.toISOString(),
  };
}

export function outageToWire({ id, reason, since, until, messagesAfter }: OutageRow) {
  return { id, reason, since: since.toISOString(), until: until?.toISOString() ?? null, messagesAfter };
}

export function trafficToWire({ connectionId, downSince, ...same }: ConnectionTraffic) {
  return { id: connectionId, ...same, downSince: downSince?.toISOString() ?? null };
}
