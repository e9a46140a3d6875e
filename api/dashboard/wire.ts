import * as v from "valibot";
import { DashboardPeriod } from "../../contracts/desk/dashboard.ts";
import type { DashboardWire } from "../../contracts/wire/dashboard.ts";
import type { Dashboard } from "../../domain/desk/dashboard/index.ts";

const text = v.optional(v.string());
const day = "YYYY-MM-DD in the company's time zone. Without `days` and a date: the month so far";

/**
 * Clients write '' for a date that is not chosen and '0' for no period. The last step is no schema, because the
 * reference would show the names of its fields instead of those that clients write.
 */
export const DashboardQuery = v.pipe(
  v.object({
    days: v.pipe(
      text,
      v.description("1 to 3,660: the last days, with today, whatever the dates are; 0: the dates count"),
    ),
    date_from: v.pipe(text, v.description(`The first day, ${day}`)),
    date_to: v.pipe(text, v.description(`The last day, ${day}`)),
  }),
  v.transform(({ days, date_from, date_to }) => ({
    ...(days && days !== "0" && { days: Number(days) }),
    ...(date_from && { from: date_from }),
    ...(date_to && { to: date_to }),
  })),
  v.rawTransform(({ dataset, addIssue, NEVER }): DashboardPeriod => {
    const period = v.safeParse(DashboardPeriod, dataset.value);
    if (period.success) return period.output;
    for (const { message, path } of period.issues) addIssue({ message, path });
    return NEVER;
  }),
);

/** Minutes with two decimals. */
const minutes = (seconds: number | null) => (seconds === null ? null : Math.round(seconds / 0.6) / 100);

export function dashboardToWire(dashboard: Dashboard): DashboardWire {
  const { period, supportSeconds, waitSeconds } = dashboard;
  return {
    counters: {
      supportPending: dashboard.pending,
      supportHappening: dashboard.happening,
      supportFinished: dashboard.finished,
      leads: dashboard.leads,
      avgSupportTime: minutes(supportSeconds.now) ?? 0,
      avgWaitTime: minutes(waitSeconds.now) ?? 0,
      finishedToday: dashboard.finishedToday,
    },
    before: { avgSupportTime: minutes(supportSeconds.before), avgWaitTime: minutes(waitSeconds.before) },
    attendants: dashboard.attendants.map(({ id, name, rating, supportSeconds: seconds, tickets, isOnline }) => ({
      id,
      name,
      rating: rating === null ? null : Math.round(rating * 100) / 100,
      avgSupportTime: minutes(seconds) ?? 0,
      tickets,
      online: isOnline,
    })),
    hours: dashboard.hours,
    queues: dashboard.queues.map((queue) => ({ ...queue, since: queue.since?.toISOString() ?? null })),
    period: { ...period.days, timeZone: period.timeZone },
  };
}
