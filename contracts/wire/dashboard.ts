import * as v from "valibot";

const minutes = v.number();

/** The figures of the dashboard, as the HTTP interface answers them; times in minutes, null without data. */
export const DashboardWire = v.object({
  counters: v.object({
    supportPending: v.number(),
    supportHappening: v.number(),
    supportFinished: v.number(),
    finishedToday: v.number(),
    leads: v.number(),
    avgSupportTime: minutes,
    avgWaitTime: minutes,
  }),
  before: v.object({ avgSupportTime: v.nullable(minutes), avgWaitTime: v.nullable(minutes) }),
  attendants: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      rating: v.nullable(v.number()),
      avgSupportTime: minutes,
      tickets: v.number(),
      online: v.boolean(),
    }),
  ),
  hours: v.array(v.number()),
  queues: v.array(
    v.object({
      id: v.nullable(v.string()),
      name: v.string(),
      color: v.string(),
      waiting: v.number(),
      since: v.nullable(v.string()),
    }),
  ),
  period: v.object({ from: v.string(), to: v.string(), timeZone: v.string() }),
});
export type DashboardWire = v.InferOutput<typeof DashboardWire>;
