import { randomInt } from "node:crypto";

/** An area code that no test writes out. */
const AREA = 96;
/** Numbers from 6 to 9 after the ninth digit: mobile numbers with two spellings. */
const FIRST = 60_000_000;
const COUNT = 40_000_000;

let place = randomInt(COUNT);

/**
 * Returns a Brazilian mobile number that this process has not used, with a match key of its own. A test file has its own
 * companies; where processes share one, the random start keeps their numbers apart. Skips numbers that end in 0000,
 * which the sandbox does not have on WhatsApp.
 */
export function givenPhoneNumber(): string {
  place = (place + 1) % COUNT;
  return place % 10_000 === 0 ? givenPhoneNumber() : `55${AREA}9${FIRST + place}`;
}

/** Returns the older spelling of a mobile number. */
export const withoutNinthDigit = (number: string): string => number.replace(/^(55\d\d)9/, "$1");
