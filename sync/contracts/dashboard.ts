import * as v from "valibot";
import { LocalDate } from "./local-time.ts";

/** The periods that the screen offers: the last so many days, today among them. */
export const dashboardDays = [3, 7, 15, 30, 60, 90] as const;

/** Days or dates on the company's calendar; of two dates one may be missing. Neither: from the first of this month. */
export const DashboardPeriod = v.pipe(
  v.object({
    days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3_660))),
    from: v.optional(LocalDate),
    to: v.optional(LocalDate),
  }),
  v.check(({ from, to }) => !from || !to || from <= to, "the end is before the beginning"),
);
export type DashboardPeriod = v.InferOutput<typeof DashboardPeriod>;
