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
  ),
]);

export const isLocal = (text: string) => v.is(LocalMinute, text);
