import { daysBetween, localDay } from "../../../../contracts/account/companies.ts";
import { serverDate } from "../../../../sync/client/server-clock.ts";
import { calendarDate } from "../../../i18n/calendar-date.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { zoneOf } from "../../../session/company-dates.ts";
import { session } from "../../../session/session.ts";
import type { Subscription } from "../parts/billing-calls.ts";

/** Says until when the company may use the desk: by its trial with the days left, or by its payments. */
export function periodText({ trialExpiration, dueDate }: Subscription, now = serverDate()): string {
  const company = session.get().user?.company;
  const zone = zoneOf(company ?? { settings: [] });
  const end = trialExpiration ?? dueDate;
  const date = calendarDate(end, zone);
  const isOver = new Date(end) < now;
  if (!trialExpiration) return isOver ? m.billing_ended({ date }) : m.billing_paid_until({ date });
  if (isOver) return m.billing_trial_over({ date });
  return m.billing_trial_left({ days: daysBetween(localDay(now, zone), localDay(new Date(end), zone)), date });
}
