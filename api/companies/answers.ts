import * as v from "valibot";
import { recurrences } from "../../contracts/account/companies.ts";
import {
  CompanyLimitsWire,
  CompanyListWire,
  CompanyPageWire,
  CompanyRemovalWire,
  CompanyUsageWire,
} from "../../contracts/wire/companies.ts";
import { AnswerId, AnswerTime, Count, ListCount, Named, TimeZone } from "../http/answer-values.ts";
import { DayHoursAnswer } from "../queues/answers.ts";
import { SettingAnswer } from "../settings/answers.ts";

const planId = v.pipe(v.nullable(AnswerId), v.description("null: no plan, so neither its limits nor invoices"));
const dueDate = v.pipe(AnswerTime, v.description("UTC, ISO 8601: the end of the last paid day"));
const status = v.pipe(v.boolean(), v.description("false: deactivated, so nobody signs in"));
const price = v.pipe(v.number(), v.minValue(0), v.description("BRL per month, with decimals"));

/** The own company, for its users. */
export const CompanyAnswer = v.object({
  ...Named.entries,
  email: v.string(),
  phone: v.string(),
  planId,
  recurrence: v.picklist(recurrences),
  timeZone: TimeZone,
  schedules: v.pipe(v.array(DayHoursAnswer), v.description("Seven days from Monday; none: always open")),
  status,
  dueDate,
  createdAt: AnswerTime,
});

const exception = v.pipe(v.nullable(Count), v.description("An exception to the plan; null: the plan's limit"));

/** A company for super users. */
export const CompanyListAnswer = v.object({
  ...CompanyListWire.entries,
  id: AnswerId,
  planId,
  plan: v.nullable(v.object({ name: v.string(), value: price })),
  status,
  dueDate,
  dueDay: v.object({
    date: v.pipe(v.string(), v.isoDate(), v.description("The last paid day, YYYY-MM-DD, in the company's time zone")),
    keeps: v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1),
      v.maxValue(31),
      v.description("The day of the month on which it is due; 31 in a month of 30 days: the 30th"),
    ),
  }),
  timeZone: TimeZone,
  usersLimit: exception,
  connectionsLimit: exception,
  queuesLimit: exception,
  storageGbLimit: v.pipe(
    v.nullable(Count),
    v.description("Units of 1024 MiB: an exception to the plan; null: the plan's limit"),
  ),
  deletedAt: v.pipe(
    v.nullable(AnswerTime),
    v.description("UTC, ISO 8601: it can be restored for 30 days from then; null: it is not deleted"),
  ),
  createdAt: AnswerTime,
  settings: v.array(v.object({ key: v.literal("campaignsEnabled"), value: v.picklist(["true", "false"]) })),
});

export const CompaniesAnswer = v.array(CompanyListAnswer);
export const CompanyPageAnswer = v.object({
  ...CompanyPageWire.entries,
  companies: v.array(CompanyListAnswer),
  count: ListCount("The companies that match, of all pages"),
});

/** The own company with its settings; another company, which only super users get, as in their lists. */
export const FoundCompanyAnswer = v.union([
  v.object({ ...CompanyAnswer.entries, settings: v.array(SettingAnswer) }),
  CompanyListAnswer,
]);

const limit = v.pipe(v.nullable(Count), v.description("null: unlimited"));
const storageLimit = v.pipe(v.nullable(Count), v.description("Units of 1024 MiB; null: unlimited"));
const Used = v.object({ used: Count, limit });
export const UsageAnswer = v.object({
  users: Used,
  connections: Used,
  queues: Used,
  storageGb: v.object({
    used: v.pipe(v.number(), v.minValue(0), v.description("Units of 1024 MiB, with at most three decimals")),
    limit: storageLimit,
  }),
});

export const LimitsAnswer = v.object({
  ...CompanyLimitsWire.entries,
  id: v.pipe(AnswerId, v.description("The company's id")),
  planId,
  plan: v.object({
    name: v.pipe(v.nullable(v.string()), v.description("null: no plan")),
    users: limit,
    connections: limit,
    queues: limit,
    storageGb: storageLimit,
    value: v.pipe(price, v.description("BRL per month, with decimals; 0: no plan")),
  }),
  usage: UsageAnswer,
});

export const CompanyUsageAnswer = v.array(
  v.object({
    ...CompanyUsageWire.entries,
    ...UsageAnswer.entries,
    id: AnswerId,
    messages: v.pipe(Count, v.description("Messages of the last 30 days")),
    lastSignInAt: v.pipe(v.nullable(AnswerTime), v.description("UTC, ISO 8601; null: never")),
  }),
);

export const CompanyRemovalsAnswer = v.array(
  v.object({
    ...CompanyRemovalWire.entries,
    id: AnswerId,
    deletedAt: AnswerTime,
    total: v.pipe(v.nullable(Count), v.description("The rows that it had; null: the removal has not begun")),
    removed: v.pipe(Count, v.description("The rows that are removed, at most `total`")),
    idleSeconds: v.pipe(Count, v.description("Seconds since rows were removed last, or since the removal is due")),
  }),
);
