import * as v from "valibot";
import { ConnectionInput } from "../../contracts/desk/connections.ts";
import { Id } from "../../contracts/id.ts";
import { connectionNames } from "../../contracts/wire/connections.ts";
import { fromWire, toWire } from "../../contracts/wire/rename.ts";
import type { ConnectionTraffic, ConnectionView, OutageRow } from "../../domain/desk/connections/index.ts";
import type { QueueRow } from "../../domain/desk/queues/index.ts";
import { shownAs, withNames } from "../http/reference/shown-input.ts";

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

/** The default of `sendIdQueue`: answered without a redirect queue. */
const NO_QUEUE = 0;

/** Clients write 0, "0", "" or null for "no queue". */
const QueueIdOrNothing = v.pipe(
  v.optional(v.nullable(v.union([v.picklist([NO_QUEUE, "0", ""]), Id]))),
  v.transform((id) => (typeof id === "string" && id.length > 1 ? id : null)),
);

/** Clients send every field of the GET back; fields not listed here cannot be changed and are dropped. */
const parsed = v.pipe(
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
    (wire): v.InferInput<typeof ConnectionInput> => ({
      ...fromWire(connectionNames, wire),
      name: wire.name,
      isDefault: wire.isDefault,
      token: wire.token,
      queueIds: wire.queueIds ?? wire.queues.map((queue) => queue.id),
      provider: wire.provider ?? "beta",
      ...(wire.historyDays != null && wire.historyDays !== "" && { historyDays: Number(wire.historyDays) }),
    }),
  ),
  ConnectionInput,
);
export const ConnectionWire = shownAs(withNames(ConnectionInput.entries, connectionNames), parsed);

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
    ...toWire(connectionNames, {
      ...view,
      redirectAfterMinutes: String(view.redirectAfterMinutes),
      redirectQueueId: view.redirectQueueId ?? NO_QUEUE,
    }),
    /** Never returns the token: it is shown once, when it is created. */
    token: "",
    hasToken: view.tokenHash !== null,
    provider: view.provider,
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
