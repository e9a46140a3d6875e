import * as v from "valibot";
import { Id } from "./id.ts";
import { Body, mediaTypes } from "./messages.ts";

/** Calls with one connection's token in a minute. */
export const CALLS_PER_MINUTE = 60;
/** Files in one call. */
export const MOST_FILES = 10;
/** The longest key of an integrator's own, and for how many days the answer to it is known. */
export const LONGEST_KEY = 255;
export const KEY_DAYS = 30;

/** To whom, as an integrator writes it: `+` and the country's code, or a Brazilian number without them. */
const NumberText = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(String),
  v.trim(),
  v.minLength(1),
  v.maxLength(40),
);

export const ExternalText = v.object({ number: NumberText, body: v.optional(Body, "") });
export type ExternalText = v.InferOutput<typeof ExternalText>;

/** What was put into the outbox: one message, or one for each file. */
export const ExternalAnswer = v.object({
  messages: v.array(v.object({ id: Id, mediaType: v.picklist(mediaTypes) })),
  ticketId: Id,
  contactId: Id,
  /** As the desk writes to it. */
  number: v.string(),
});
export type ExternalAnswer = v.InferOutput<typeof ExternalAnswer>;
