import * as v from "valibot";
import {
  MailPageWire,
  MailRecipientWire,
  MailRecordWire,
  MailSetupWire,
  MailTestWire,
  MailWire,
} from "../../contracts/wire/mails.ts";
import { AnswerId, AnswerTime, Count, ListCount, TimeZone } from "../http/answer-values.ts";

const EmailText = v.pipe(v.string(), v.description("E-mail address"));
/** The number of a mail's recipients in each state. */
const Counts = v.object({
  waiting: Count,
  sending: Count,
  sent: Count,
  failed: Count,
  unknown: Count,
  cancelled: Count,
});

const MailRecord = {
  ...MailRecordWire.entries,
  id: AnswerId,
  preview: v.pipe(v.string(), v.maxLength(101), v.description("The beginning of the body")),
  userId: v.pipe(AnswerId, v.description("The author's UUID")),
  userName: v.pipe(v.nullable(v.string()), v.description("null: the author was deleted")),
  address: v.pipe(v.string(), v.description("The first recipient's e-mail address")),
  counts: v.pipe(Counts, v.description("Recipients in each state")),
  isScheduled: v.pipe(v.boolean(), v.description("Whether `sendAt` is ahead and a recipient waits for it")),
  sendAt: v.pipe(v.nullable(AnswerTime), v.description("UTC, ISO 8601; null: as soon as possible")),
  sendAtLocal: v.pipe(v.nullable(v.string()), v.description("`sendAt` in the company's time zone, YYYY-MM-DDTHH:mm")),
  createdAt: AnswerTime,
};

export const MailPageAnswer = v.object({
  ...MailPageWire.entries,
  records: v.array(v.object(MailRecord)),
  count: ListCount("Mails of the group that match the search"),
  groups: v.pipe(
    v.object({ sent: Count, scheduled: Count, failed: Count, cancelled: Count }),
    v.description("Mails of each group, without the search"),
  ),
  timeZone: TimeZone,
});

const MailRecipient = v.object({
  ...MailRecipientWire.entries,
  id: AnswerId,
  address: EmailText,
  problem: v.pipe(MailRecipientWire.entries.problem, v.description("Why the last attempt did not succeed")),
  reply: v.pipe(v.nullable(v.string()), v.description("The mail server's reply to the last attempt")),
  attempts: v.pipe(Count, v.description("Attempts since it was written or sent again")),
  dueAt: v.pipe(AnswerTime, v.description("The next attempt of a waiting one; UTC, ISO 8601")),
  sentAt: v.nullable(AnswerTime),
  updatedAt: AnswerTime,
});

export const MailAnswer = v.object({
  ...MailWire.entries,
  ...MailRecord,
  recipients: v.array(MailRecipient),
  timeZone: TimeZone,
});

/** One mail to one recipient, with the names that clients of this family read. */
export const SentMailsAnswer = v.array(
  v.object({
    id: AnswerId,
    subject: v.string(),
    sender: v.pipe(v.string(), v.description("The recipient's e-mail address")),
    message: v.pipe(v.string(), v.maxLength(1_000), v.description("The beginning of the body")),
  }),
);

export const MailSetupAnswer = v.object({
  ...MailSetupWire.entries,
  from: v.pipe(
    v.nullable(v.object({ name: v.string(), address: EmailText })),
    v.description("null: the company has no mail server"),
  ),
});

export const MailTestAnswer = v.object({
  problem: v.pipe(MailTestWire.entries.problem, v.description("The step that failed; null: none")),
  reply: v.pipe(v.string(), v.description("The mail server's reply to that step; '' without one")),
});
