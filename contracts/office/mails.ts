import * as v from "valibot";
import { isOneLine } from "../account/mail-server.ts";
import { EmailAddress, withoutMarks } from "../emails.ts";
import { Id } from "../id.ts";
import { LocalMinuteOrInstant } from "../local-time.ts";

/**
 * The states of one recipient of a mail.
 * - `waiting`: not handed to the mail server; its time may be in the future
 * - `sending`: the body is being handed over
 * - `unknown`: the connection or the process ended after the body was handed over, before the server's reply
 */
export const mailStates = ["waiting", "sending", "sent", "failed", "unknown", "cancelled"] as const;
export type MailState = (typeof mailStates)[number];

/** Why a mail was not sent, and the step at which a test of the mail server ended. */
export const mailProblems = [
  "notSetUp",
  "address",
  "private",
  "port",
  "connect",
  "timeout",
  "tls",
  "login",
  "sender",
  "recipient",
  "message",
  "tooLate",
] as const;
export type MailProblem = (typeof mailProblems)[number];

export const MAIL_RECIPIENTS = 200;
export const MAIL_SUBJECT_LENGTH = 200;
export const MAIL_BODY_LENGTH = 50_000;

export const MailAddress = EmailAddress;

const addressList = v.pipe(
  v.array(MailAddress),
  v.transform((addresses) => [...new Map(addresses.map((one) => [one.toLowerCase(), one])).values()]),
  v.minLength(1),
  v.maxLength(MAIL_RECIPIENTS),
);

export const MailSubject = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(MAIL_SUBJECT_LENGTH),
  v.check(isOneLine),
);
export const MailBody = v.pipe(
  v.string(),
  v.check((text) => text.trim() !== ""),
  v.maxLength(MAIL_BODY_LENGTH),
);

/** A mail to one or more people. Each gets a mail of their own. */
export const NewMail = v.object({
  /** Chosen by the sender of the request: a repeated request sends no second mail. */
  id: v.optional(Id),
  to: addressList,
  subject: MailSubject,
  body: MailBody,
  /** In the company's time zone without an offset; null: as soon as possible. */
  sendAt: v.optional(v.nullable(LocalMinuteOrInstant), null),
  /** A mail of which nothing was sent yet: it is cancelled in the same step. */
  replacesId: v.optional(v.nullable(Id), null),
});
export type NewMail = v.InferOutput<typeof NewMail>;

/** The groups of the list of mails. A mail is in `scheduled` until its time, afterwards in `sent`; `failed` is a part of `sent`. */
export const mailGroups = ["sent", "scheduled", "failed", "cancelled"] as const;
export type MailGroup = (typeof mailGroups)[number];

/** A list of the most addresses of the greatest length, with names or separators between them. */
export const ADDRESS_TEXT_LENGTH = MAIL_RECIPIENTS * 256;

/**
 * Texts that people separate by commas, semicolons, spaces or lines, as they paste them: "Ana <ana@x.example>;
 * bia@x.example". Takes time in proportion to the length: patterns that search for the end of a run of marks do not.
 */
export function splitAddresses(text: string): string[] {
  const found = text.split(/[\s;]+|,(?=\s|$)|,(?=[^\s,]*@)/u).map(withoutMarks);
  const opened = text.indexOf("<");
  const isNamed = opened !== -1 && text.includes(">", opened);
  return found.filter((part) => part !== "" && (!isNamed || part.includes("@")));
}

/** A scheduled mail whose time passed longer ago, while nothing could be sent, is not sent. */
export const MAIL_LATEST_MS = 24 * 60 * 60_000;
