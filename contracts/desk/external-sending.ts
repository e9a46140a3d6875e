import * as v from "valibot";
import { Id } from "../id.ts";
import { Body, mediaTypes } from "./messages.ts";

/** Calls per minute with one connection's token. */
export const CALLS_PER_MINUTE = 60;
/** Files per call. */
export const MAX_FILES = 10;
/** The longest idempotency key, and for how many days the answer to it is stored. */
export const LONGEST_KEY = 255;
export const KEY_DAYS = 30;

/** The recipient: `+` and country code, or a Brazilian number without them. */
const NumberText = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(String),
  v.trim(),
  v.minLength(1),
  v.maxLength(40),
);

export const ExternalText = v.object({
  number: NumberText,
  body: v.optional(Body, ""),
  /** Refused with ERR_OPTED_OUT when the person opted out of campaigns. */
  marketing: v.optional(v.boolean(), false),
});
export type ExternalText = v.InferOutput<typeof ExternalText>;

/** The queued messages: one, or one for each file. */
export const ExternalAnswer = v.object({
  messages: v.array(v.object({ id: Id, mediaType: v.picklist(mediaTypes) })),
  ticketId: Id,
  contactId: Id,
  /** The number that is written to. */
  number: v.string(),
});
export type ExternalAnswer = v.InferOutput<typeof ExternalAnswer>;
