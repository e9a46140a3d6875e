import { brl } from "../../../../contracts/money.ts";

/** Formats numbers, amounts of money, local days ("YYYY-MM-DD") and local minutes ("YYYY-MM-DDTHH:mm") for a locale. */
export function formatsOf(locale: string) {
  const days = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short", timeZone: "UTC" });
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  return {
    amount: (value: number) => numbers.format(value),
    moment: (minute: string) => moments.format(new Date(`${minute}Z`)),
    day: (day: string) => days.format(new Date(`${day}T00:00Z`)),
    money: (cents: number) => brl(cents, locale),
  };
}
