import { daysBetween, dueColour, localDay } from "../../../../contracts/account/companies.ts";
import { languageTag } from "../../../i18n/language.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import type { RowTone } from "../../../ui/lists/row-tone.ts";
import type { Company } from "./company-form.ts";

/** From how many days away a due date needs no words. */
const FAR_DAYS = 5;

/** Formats a day, "YYYY-MM-DD", as 18/12/2026. It belongs to no time zone. */
export const dayText = (day: string): string =>
  new Intl.DateTimeFormat(languageTag(), { day: "2-digit", month: "2-digit", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${day}T00:00Z`),
  );

type Due = Pick<Company, "dueDay" | "timeZone">;

const daysLeft = ({ dueDay, timeZone }: Due, now: Date) => daysBetween(localDay(now, timeZone), dueDay.date);

export const dueTone = (company: Due, now: Date): RowTone | null => dueColour(daysLeft(company, now));

/** Returns "em 5 dias", "vence hoje" or "venceu há 4 dias"; null: the due date is far away. */
export function dueWords(company: Due, now: Date): string | null {
  const days = daysLeft(company, now);
  if (days > FAR_DAYS) return null;
  if (days === 0) return m.platform_due_today();
  return days > 0 ? m.platform_due_in({ count: days }) : m.platform_due_ago({ count: -days });
}
