import * as v from "valibot";
import { Id, Instant } from "../../contracts/id.ts";
import { MAX_COUNTED } from "../../contracts/lists.ts";

/** Values of answers, with what the reference says about them. */
export const AnswerId = v.pipe(Id, v.description("UUID"));
/** Dates are written by `JSON.stringify`. */
export const AnswerTime = v.pipe(Instant, v.description("UTC, ISO 8601"));
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** The number of rows of a list, of all its pages: `what` is counted. */
export const ListCount = (what: string) =>
  v.pipe(Count, v.description(`${what}; ${MAX_COUNTED + 1} means more than ${MAX_COUNTED}`));

/** The answer to a deletion, and to a change without anything else to tell. */
export const IdAnswer = v.object({ id: AnswerId });

export const Named = v.object({ id: AnswerId, name: v.string() });
export const NamedInColor = v.object({ ...Named.entries, color: v.pipe(v.string(), v.description("#rrggbb")) });

/** An address of `mediaAddresses`. */
export const MediaAddress = v.pipe(
  v.string(),
  v.url(),
  v.description("Absolute address of the file; valid for 5 to 6 hours without a cookie, while the session lasts"),
);

export const AnswerDay = v.pipe(v.string(), v.isoDate(), v.description("YYYY-MM-DD in the company's time zone"));
export const TimeZone = v.pipe(v.string(), v.description("The company's time zone: its IANA name, America/Sao_Paulo"));
