import * as v from "valibot";
import { DashboardPeriod } from "../../contracts/desk/dashboard.ts";
import type { DashboardWire } from "../../contracts/wire/dashboard.ts";
import type { Dashboard } from "../../domain/desk/dashboard/index.ts";

const text = v.optional(v.string());

/** Clients write '' for a date that is not chosen and '0' for no period. */
export const DashboardQuery = v.pipe(
  v.object({ days: text, date_from: text, date_to: text }),
  v.transform(({ days, date_from, date_to }) => ({
    ...(days && days !== "0" && { days: Number(days) }),
    ...(date_from && { from: date_from }),
    ...(date_to && { to: date_to }),
  })),
  DashboardPeriod,
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
