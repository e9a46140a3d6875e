import * as v from "valibot";
import { AuditEntryWire, AuditPageWire } from "../../../contracts/wire/audit.ts";
import { AnswerId, AnswerTime, Named } from "../../http/answer-values.ts";

const Value = v.nullable(v.union([v.string(), v.number(), v.boolean()]));
const BeforeAndAfter = v.pipe(
  v.tuple([Value, Value]),
  v.description("The value before and after; null: there was or is none"),
);

const AuditEntryAnswer = v.object({
  ...AuditEntryWire.entries,
  id: AnswerId,
  user: v.pipe(v.nullable(Named), v.description("null: a job, a payment or a sign-up")),
  company: v.pipe(v.nullable(Named), v.description("null: no company was changed, or it was removed")),
  subject: v.pipe(
    v.object({ id: v.nullable(AnswerId), name: v.string() }),
    v.description("The company, plan, help video, announcement or invoice that was changed, with its name then"),
  ),
  changes: v.pipe(v.record(v.string(), BeforeAndAfter), v.description("By the name of the field")),
  createdAt: AnswerTime,
});

export const AuditPageAnswer = v.object({ ...AuditPageWire.entries, entries: v.array(AuditEntryAnswer) });
