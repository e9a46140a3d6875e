import * as v from "valibot";
import { channels } from "../../contracts/channels.ts";
import { connectionReasons, connectionStatuses, MAX_HISTORY_DAYS } from "../../contracts/desk/connections.ts";
import { AnswerId, AnswerTime, Count, Named, NamedInColor } from "../http/answer-values.ts";

const reason = v.nullable(v.picklist(connectionReasons));

export const ConnectionAnswer = v.object({
  ...Named.entries,
  channel: v.picklist(channels),
  status: v.picklist(connectionStatuses),
  reason: v.pipe(reason, v.description("Why it is down; null: nothing is wrong")),
  stateSince: v.pipe(AnswerTime, v.description("UTC, ISO 8601: since when `status` and `reason` are these")),
  firstConnectedAt: v.pipe(v.nullable(AnswerTime), v.description("UTC, ISO 8601; null: never connected")),
  firstContactsAfter: v.pipe(
    v.nullable(AnswerTime),
    v.description(
      "UTC, ISO 8601: until then the channel refuses messages to people who never wrote; null: no restriction",
    ),
  ),
  number: v.pipe(v.string(), v.description("'': unknown")),
  isDefault: v.boolean(),
  qrcode: v.pipe(v.string(), v.description("The text of the QR code; '': none is offered, or you are not an admin")),
  pairingCode: v.pipe(
    v.string(),
    v.description("The code to enter on the phone; '': none is offered, or you are not an admin"),
  ),
  retries: Count,
  greetingMessage: v.string(),
  complationMessage: v.string(),
  outOfHoursMessage: v.string(),
  ratingMessage: v.string(),
  timeSendQueue: v.pipe(
    v.string(),
    v.digits(),
    v.description("Minutes without a queue and an agent after which a ticket moves to `sendIdQueue`; '0': never"),
  ),
  sendIdQueue: v.pipe(v.union([v.literal(0), AnswerId]), v.description("A queue's id; 0: none")),
  token: v.pipe(v.literal(""), v.description("Never returned: `POST /whatsapp/{id}/token` shows a token once")),
  hasToken: v.pipe(v.boolean(), v.description("false also when you are not an admin")),
  provider: v.string(),
  historyDays: v.pipe(
    Count,
    v.maxValue(MAX_HISTORY_DAYS),
    v.description("Days of the phone's earlier conversations that are imported; 0: none"),
  ),
  queues: v.array(v.object({ ...NamedInColor.entries, greetingMessage: v.string() })),
  createdAt: AnswerTime,
  updatedAt: AnswerTime,
});

export const ConnectionListAnswer = v.array(ConnectionAnswer);

/** A connection read alone. */
export const ConnectionDetailAnswer = v.object({
  ...ConnectionAnswer.entries,
  tokenLastUsedAt: v.pipe(v.nullable(AnswerTime), v.description("UTC, ISO 8601; null: never, or you are not an admin")),
});

export const TrafficAnswer = v.object({
  connections: v.array(
    v.object({
      id: v.pipe(AnswerId, v.description("The connection's id")),
      storedToday: v.pipe(Count, v.description("Messages of contacts since midnight in the company's time zone")),
      waitingIn: v.pipe(Count, v.description("Received messages that are not yet in a ticket")),
      waitingOut: v.pipe(Count, v.description("Outgoing messages that are not sent yet")),
      downSince: v.pipe(v.nullable(AnswerTime), v.description("UTC, ISO 8601; null: it is up, or was never connected")),
    }),
  ),
});

export const OutagesAnswer = v.object({
  outages: v.pipe(
    v.array(
      v.object({
        id: AnswerId,
        reason: v.pipe(reason, v.description("null: the channel gave none")),
        since: AnswerTime,
        until: v.pipe(v.nullable(AnswerTime), v.description("UTC, ISO 8601; null: it lasts")),
        messagesAfter: v.pipe(Count, v.description("Messages that were written during it and arrived afterwards")),
      }),
    ),
    v.description("The newest 50"),
  ),
});

export const TokenAnswer = v.object({
  id: v.pipe(AnswerId, v.description("The connection's id")),
  token: v.pipe(v.string(), v.description("32 characters, base64url; shown only here")),
});

export const RestartAnswer = v.object({ message: v.literal("restarting") });

export const MetaSetUpAnswer = v.object({ isSetUp: v.boolean() });
export const MetaLoginAnswer = v.object({
  url: v.pipe(v.string(), v.url(), v.description("The sign-in page at Facebook, valid for 15 minutes")),
});
export const LinkedAnswer = v.object({
  connections: v.array(ConnectionAnswer),
  elsewhere: v.pipe(v.array(v.string()), v.description("The names of accounts that another company has connected")),
});
