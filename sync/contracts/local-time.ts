import * as v from "valibot";
import { Instant } from "./id.ts";

const isReal = (text: string) => new Date(`${text.length === 10 ? `${text}T00:00` : text}Z`).toJSON()?.startsWith(text);

/** A day on the company's calendar, "YYYY-MM-DD". */
export const LocalDate = v.pipe(
  v.string(),
  v.regex(/^[12]\d{3}-\d\d-\d\d$/),
  v.check((text) => isReal(text) === true, "no such day"),
);

/** A minute by the company's clock, "YYYY-MM-DDTHH:mm". */
export const LocalMinute = v.pipe(
  v.string(),
  v.regex(/^[12]\d{3}-\d\d-\d\dT\d\d:\d\d$/),
  v.check((text) => isReal(text) === true, "no such minute"),
);

/** As a form has it, or an instant with its offset as it was read. */
export const LocalMinuteOrInstant = v.union([
  LocalMinute,
  v.pipe(
    Instant,
    v.check((text) => /^[12]\d{3}-/.test(new Date(text).toJSON() ?? ""), "no such instant"),
    // The 30th of February would be read as the 2nd of March.
    v.check((text) => isReal(text.slice(0, 10)) === true, "no such day"),
  ),
]);

export const isLocal = (text: string) => v.is(LocalMinute, text);

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Making one takes longer than formatting a thousand instants. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short", hourCycle: "h23" });
  clocks.set(timeZone, made);
  return made;
}

/** "YYYY-MM-DDTHH:mm" as the clock in the time zone shows the instant. */
export function localMinute(instant: Date, timeZone: string): string {
  return clockOf(timeZone).format(instant).replace(" ", "T");
}

const DAY_MS = 86_400_000;

/**
 * The instant that a minute of the clock in the time zone is, as the database has it: one that a change of daylight
 * saving skips is as much later as the clock was put forward; of one that comes twice it is the later.
 */
export function instantOf(minute: string, timeZone: string): Date {
  const wall = Date.parse(`${minute}Z`);
  const shownFor = (ms: number) => Date.parse(`${localMinute(new Date(ms), timeZone)}Z`) - ms;
  const [before, after] = [wall - shownFor(wall - DAY_MS), wall - shownFor(wall + DAY_MS)];
  const right = [before, after].filter((ms) => localMinute(new Date(ms), timeZone) === minute);
  return new Date(right.length > 0 ? Math.max(...right) : before);
}
