import * as v from "valibot";
import { LocalDate } from "../local-time.ts";

/** The periods in the screen's filter: the last n days, including today. */
export const dashboardDays = [3, 7, 15, 30, 60, 90] as const;

/**
 * Days, or dates in the company's time zone; one of the two dates may be missing. Without either: the current month
 * so far.
 */
export const DashboardPeriod = v.pipe(
  v.object({
    days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3_660))),
    from: v.optional(LocalDate),
    to: v.optional(LocalDate),
  }),
  v.check(({ from, to }) => !from || !to || from <= to, "the end is before the beginning"),
);
export type DashboardPeriod = v.InferOutput<typeof DashboardPeriod>;
