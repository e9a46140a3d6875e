import * as v from "valibot";
import { AnswerDay, AnswerId, AnswerTime, Count, TimeZone } from "../http/answer-values.ts";

const Minutes = v.pipe(v.number(), v.description("Minutes, with at most two decimals; 0 without data"));
const MinutesBefore = v.pipe(
  v.nullable(v.number()),
  v.description("Minutes, with at most two decimals; null without data"),
);

export const DashboardAnswer = v.object({
  counters: v.object({
    supportPending: v.pipe(Count, v.description("Tickets that wait now")),
    supportHappening: v.pipe(Count, v.description("Tickets that are open now")),
    supportFinished: v.pipe(Count, v.description("Tickets closed in the period")),
    finishedToday: v.pipe(Count, v.description("Tickets closed on the company's present day")),
    leads: v.pipe(Count, v.description("New contacts of the period with a ticket")),
    avgSupportTime: Minutes,
    avgWaitTime: Minutes,
  }),
  before: v.pipe(
    v.object({ avgSupportTime: MinutesBefore, avgWaitTime: MinutesBefore }),
    v.description("The averages of the period of the same length before"),
  ),
  attendants: v.array(
    v.object({
      id: AnswerId,
      name: v.string(),
      rating: v.pipe(
        v.nullable(v.number()),
        v.description("The average of the contacts' ratings, from 1 to 3, with at most two decimals; null: none"),
      ),
      avgSupportTime: Minutes,
      tickets: v.pipe(Count, v.description("Open tickets now")),
      online: v.boolean(),
    }),
  ),
  hours: v.pipe(
    v.array(Count),
    v.length(24),
    v.description("Tickets created in each hour of the company's present day, from midnight"),
  ),
  queues: v.array(
    v.object({
      id: v.pipe(v.nullable(AnswerId), v.description("null: the tickets without a queue; name and color are ''")),
      name: v.string(),
      color: v.pipe(v.string(), v.description("#rrggbb")),
      waiting: v.pipe(Count, v.description("Tickets")),
      since: v.pipe(
        v.nullable(AnswerTime),
        v.description("Since when the longest waiting ticket waits, UTC, ISO 8601; null: none waits"),
      ),
    }),
  ),
  period: v.pipe(
    v.object({ from: AnswerDay, to: AnswerDay, timeZone: TimeZone }),
    v.description("The first and the last day"),
  ),
});
