import { daysBetween, localDay } from "../../contracts/account/company-days.ts";
import type { SessionCompany } from "../../contracts/account/session.ts";
import { TIME_ZONE_KEY } from "../../contracts/account/setting-defaults.ts";
import { calendarDate } from "../i18n/calendar-date.ts";

const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zone in which the company's days end. */
export const zoneOf = ({ settings }: Pick<SessionCompany, "settings">): string =>
  settings?.find(({ key }) => key === TIME_ZONE_KEY)?.value ?? deviceZone;

/** Formats the last paid day as 18/12/2026. */
export const lastPaidDay = (company: Pick<SessionCompany, "dueDate" | "settings">): string =>
  calendarDate(company.dueDate, zoneOf(company));

/** Returns the days until the last paid day: 0 on the day itself, negative afterwards. */
export const daysToDue = (company: Pick<SessionCompany, "dueDate" | "settings">, now: Date): number =>
  daysBetween(localDay(now, zoneOf(company)), localDay(new Date(company.dueDate), zoneOf(company)));
