import * as v from "valibot";
import { Instant } from "./id.ts";

export { instantOf, localMinute } from "./local-clock.ts";

const isReal = (text: string) => new Date(`${text.length === 10 ? `${text}T00:00` : text}Z`).toJSON()?.startsWith(text);

/** A date in the company's time zone, "YYYY-MM-DD". */
export const LocalDate = v.pipe(
  v.string(),
  v.regex(/^[12]\d{3}-\d\d-\d\d$/),
  v.check((text) => isReal(text) === true, "no such day"),
);

/** A minute in the company's time zone, "YYYY-MM-DDTHH:mm". */
export const LocalMinute = v.pipe(
  v.string(),
  v.regex(/^[12]\d{3}-\d\d-\d\dT\d\d:\d\d$/),
  v.check((text) => isReal(text) === true, "no such minute"),
);

/** A minute from a form, or an instant with offset. */
export const LocalMinuteOrInstant = v.union([
  LocalMinute,
  v.pipe(
    Instant,
    v.check((text) => /^[12]\d{3}-/.test(new Date(text).toJSON() ?? ""), "no such instant"),
    // Date parsing would turn 30 February into 2 March.
    v.check((text) => isReal(text.slice(0, 10)) === true, "no such day"),
  ),
]);

export const isLocal = (text: string) => v.is(LocalMinute, text);
