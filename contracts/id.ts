import * as v from "valibot";

/** A UUID; version 7 where we create it. The creator of a row chooses it, online or offline. */
export const Id = v.pipe(v.string(), v.uuid(), v.toLowerCase());
export type Id = v.InferOutput<typeof Id>;

/** An instant as ISO 8601 text with offset. */
export const Instant = v.pipe(v.string(), v.isoTimestamp());
