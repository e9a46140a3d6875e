import type { ChannelName } from "../../../../contracts/channels.ts";
import { minPauseMs, nextSlot, type Pacing, pauseAfter, type SendingLimits, type Slot } from "./pace.ts";

export type ForecastConnection = {
  id: string;
  channel: ChannelName;
  isConnected: boolean;
  /** Before this moment it takes no recipient. */
  nextSendAt: Date;
  sentInRow: number;
  /** Its campaign messages of a day so far, over all campaigns. */
  sentOn: (day: string) => number;
  /** Recipients whom only this connection reaches. */
  own: number;
  /** Whether it takes the recipients whom several connections reach. */
  takesShared: boolean;
};

/** `isLimited`: the daily limit delayed a message. */
export type ConnectionForecast = {
  id: string;
  messages: number;
  firstAt: Date | null;
  lastAt: Date | null;
  isLimited: boolean;
};

/** Times are in ms: a forecast takes as many steps as there are recipients. */
type ForecastSender = {
  connection: ForecastConnection;
  /** Recipients whom only this connection reaches. */
  left: number;
  at: number;
  slot: Slot;
  until: number;
  /** Messages in the slot so far, and as many as the daily limit allows there. */
  sentHere: number;
  room: number;
  /** Earlier messages of the forecast by day. */
  added: Map<string, number>;
  /** The pause after each message of a row. */
  pauses: readonly number[];
  row: number;
  messages: number;
  first: number;
  last: number;
  isLimited: boolean;
};

const MEAN = 0.5;

/**
 * Computes when each connection sends, with the sender's own steps and the mean pause instead of a random one: the
 * connection whose turn is first takes the next recipient. A connection that is down takes none.
 */
export function forecast(
  given: { connections: readonly ForecastConnection[]; shared: number; pacing: Pacing; limits: SendingLimits },
  from: Date,
): ConnectionForecast[] {
  const { pacing, limits } = given;
  const senders = given.connections.map((connection) => senderOf(connection, from, pacing, limits));
  let shared = given.shared;
  for (;;) {
    const next = nextSender(senders, shared);
    if (!next) break;
    // Recipients of this connection alone go first here; the order does not change the times.
    if (next.left > 0) next.left -= 1;
    else shared -= 1;
    send(next, limits, next.left > 0 || (next.connection.takesShared && shared > 0));
  }
  return senders.map(({ connection, messages, first, last, isLimited }) => {
    const moment = (ms: number) => (messages > 0 ? new Date(ms) : null);
    return { id: connection.id, messages, firstAt: moment(first), lastAt: moment(last), isLimited };
  });
}

function senderOf(connection: ForecastConnection, from: Date, pacing: Pacing, limits: SendingLimits): ForecastSender {
  const wanted = connection.nextSendAt > from ? connection.nextSendAt : from;
  const minMs = minPauseMs(connection.channel);
  const pauses = Array.from(
    { length: Math.max(1, pacing.longerIntervalAfter) },
    (_, sentInRow) => pauseAfter(pacing, { sentInRow, minMs, random: MEAN }).pauseMs,
  );
  const sender: ForecastSender = {
    ...{ connection, pauses, left: connection.own, row: Math.min(connection.sentInRow, pauses.length - 1) },
    ...{ messages: 0, first: 0, last: 0, isLimited: false, added: new Map() },
    ...slotAt(wanted, connection.sentOn, limits),
  };
  sender.isLimited = isDelayedByLimit(wanted, sender.slot, limits);
  return sender;
}

function slotAt(wanted: Date, sentOn: (day: string) => number, limits: SendingLimits) {
  const slot = nextSlot(wanted, limits, sentOn);
  const room = limits.dailyLimit === null ? Number.POSITIVE_INFINITY : limits.dailyLimit - sentOn(slot.day);
  return { slot, at: slot.from.getTime(), until: slot.until.getTime(), sentHere: 0, room };
}

const isDelayedByLimit = (wanted: Date, slot: Slot, limits: SendingLimits) =>
  slot.from > nextSlot(wanted, { ...limits, dailyLimit: null }, () => 0).from;

function nextSender(senders: readonly ForecastSender[], shared: number): ForecastSender | undefined {
  let first: ForecastSender | undefined;
  for (const sender of senders) {
    const { connection, left, at } = sender;
    if (!connection.isConnected || (left === 0 && !(connection.takesShared && shared > 0))) continue;
    if (!first || at < first.at) first = sender;
  }
  return first;
}

function send(sender: ForecastSender, limits: SendingLimits, hasMore: boolean): void {
  const { connection, slot, added, pauses } = sender;
  if (sender.messages === 0) sender.first = sender.at;
  sender.messages += 1;
  sender.last = sender.at;
  sender.sentHere += 1;
  sender.at += pauses[sender.row] ?? 0;
  sender.row = (sender.row + 1) % pauses.length;
  const isFull = sender.sentHere >= sender.room;
  if (!isFull && sender.at < sender.until) return;
  added.set(slot.day, (added.get(slot.day) ?? 0) + sender.sentHere);
  const wanted = new Date(sender.at);
  Object.assign(
    sender,
    slotAt(wanted, (day) => connection.sentOn(day) + (added.get(day) ?? 0), limits),
  );
  if (hasMore && isFull && isDelayedByLimit(wanted, sender.slot, limits)) sender.isLimited = true;
}
