import * as v from "valibot";
import { mailProblems, mailStates } from "../office/mails.ts";

const Count = v.number();
const Sender = v.object({ name: v.string(), address: v.string() });

/** A mail in the list of the screens. Times are ISO 8601. */
export const MailRecordWire = v.object({
  id: v.string(),
  subject: v.string(),
  /** The beginning of the body: at most 101 characters. */
  preview: v.string(),
  userId: v.string(),
  userName: v.nullable(v.string()),
  address: v.string(),
  counts: v.object({ waiting: Count, sending: Count, sent: Count, failed: Count, unknown: Count, cancelled: Count }),
  isScheduled: v.boolean(),
  sendAt: v.nullable(v.string()),
  sendAtLocal: v.nullable(v.string()),
  createdAt: v.string(),
});
export type MailRecordWire = v.InferOutput<typeof MailRecordWire>;

export const MailPageWire = v.object({
  records: v.array(MailRecordWire),
  hasMore: v.boolean(),
  count: v.number(),
  groups: v.object({ sent: Count, scheduled: Count, failed: Count, cancelled: Count }),
  timeZone: v.string(),
});
export type MailPageWire = v.InferOutput<typeof MailPageWire>;

export const MailRecipientWire = v.object({
  id: v.string(),
  address: v.string(),
  state: v.picklist(mailStates),
  problem: v.nullable(v.picklist(mailProblems)),
  reply: v.nullable(v.string()),
  attempts: v.number(),
  /** The next attempt of a waiting one. */
  dueAt: v.string(),
  sentAt: v.nullable(v.string()),
  updatedAt: v.string(),
});
export type MailRecipientWire = v.InferOutput<typeof MailRecipientWire>;

export const MailWire = v.object({
  ...MailRecordWire.entries,
  body: v.string(),
  recipients: v.array(MailRecipientWire),
  timeZone: v.string(),
});
export type MailWire = v.InferOutput<typeof MailWire>;

export const MailSetupWire = v.object({ isSetUp: v.boolean(), from: v.nullable(Sender) });
export type MailSetupWire = v.InferOutput<typeof MailSetupWire>;

export const MailTestWire = v.object({ problem: v.nullable(v.picklist(mailProblems)), reply: v.string() });
