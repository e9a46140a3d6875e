import type { PhoneProblem, PhoneReading } from "../../contracts/phones.ts";
import { m } from "./paraglide/messages.js";
import { getLocale } from "./paraglide/runtime.js";
import { maskPhone } from "./phone-number.ts";

const problems: Record<PhoneProblem, () => string> = {
  notANumber: m.numbers_not_a_number,
  noAreaCode: m.numbers_no_area_code,
  unknownAreaCode: m.numbers_unknown_area_code,
  invalid: m.numbers_invalid,
  noPlus: m.numbers_no_plus,
  shortened: m.numbers_shortened,
  severalNumbers: m.numbers_several,
};

export const phoneProblemText = (problem: PhoneProblem): string => problems[problem]();

const isPhoneProblem = (text: unknown): text is PhoneProblem => typeof text === "string" && text in problems;

/** The sentence for the field `number` of a refusal, as the server names it; null: it names no reason. */
export function phoneRefusalText(fields: unknown): string | null {
  const named = (fields as { number?: unknown } | null | undefined)?.number;
  const problem = Array.isArray(named) ? named[0] : named;
  return isPhoneProblem(problem) ? phoneProblemText(problem) : null;
}

/** Returns the name of a country (two letters) in the user's language; numbers such as +800 have none, and no name. */
export const countryName = (country: string): string =>
  country === "" ? "" : (new Intl.DisplayNames(getLocale(), { type: "region" }).of(country) ?? country);

/** Says how a number was understood; marks one of another country. */
export function readingText(reading: PhoneReading): string {
  if (reading.refused !== undefined) return phoneProblemText(reading.refused);
  const number = maskPhone(reading.number);
  return reading.isForeign && reading.country !== ""
    ? m.numbers_read_abroad({ number, country: countryName(reading.country) })
    : m.numbers_read_as({ number });
}
