import { brl } from "../../../sync/contracts/money.ts";

/** Formats amounts and local days ("YYYY-MM-DD") for a locale. */
export function formatsOf(locale: string) {
  const days = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  return {
    day: (day: string) => days.format(new Date(`${day}T00:00Z`)),
    money: (cents: number) => brl(cents, locale),
  };
}
