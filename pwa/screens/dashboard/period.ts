import * as v from "valibot";
import { DashboardPeriod, type dashboardDays } from "../../../contracts/desk/dashboard.ts";
import { m } from "../../i18n/paraglide/messages.js";

export type Days = (typeof dashboardDays)[number] | 0;
/** Either dates or a number of days: the one shown in the filter is used, the other is empty. */
export type PeriodChoice = { days: Days; from: string; to: string };

export type FilterKind = "dates" | "period";

/** Returns the choice with only the fields that the filter shows. */
export const shownChoice = (kind: FilterKind, { days, from, to }: PeriodChoice): PeriodChoice =>
  kind === "period" ? { days, from: "", to: "" } : { days: 0, from, to };

export const queryOf = ({ days, from, to }: PeriodChoice): string =>
  new URLSearchParams(days ? { days: String(days) } : { date_from: from, date_to: to }).toString();

/** Returns the first day of the month to today, the initial period. */
export function thisMonth(today: string): PeriodChoice {
  return { days: 0, from: `${today.slice(0, 8)}01`, to: today };
}

/** Returns why the period cannot be requested; null: it can. */
export function periodProblem({ days, from, to }: PeriodChoice): string | null {
  if (!days && !from && !to) return m.dashboard_filter_empty();
  const asked = { ...(days && { days }), ...(from && { from }), ...(to && { to }) };
  return v.is(DashboardPeriod, asked) ? null : m.dashboard_filter_wrong();
}
