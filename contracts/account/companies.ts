import * as v from "valibot";
import { LoginEmail } from "../emails.ts";
import { Id } from "../id.ts";
import { instantOf } from "../local-clock.ts";
import { LocalDate } from "../local-time.ts";
import { DAY_MS, dayNumber } from "./company-days.ts";
import { NewPassword } from "./passwords.ts";

export { daysBetween, localDay } from "./company-days.ts";

/** How often a company pays. The names are the specification's. */
export const recurrences = ["MENSAL", "BIMESTRAL", "TRIMESTRAL", "SEMESTRAL", "ANUAL"] as const;
export type Recurrence = (typeof recurrences)[number];
export const monthsOf = {
  MENSAL: 1,
  BIMESTRAL: 2,
  TRIMESTRAL: 3,
  SEMESTRAL: 6,
  ANUAL: 12,
} as const satisfies Record<Recurrence, number>;

/** A new company's trial. */
export const TRIAL_DAYS = 3;
/** How long the channels keep receiving after the due date. */
export const RECEIVING_DAYS = 30;
/** How long a deleted company can be restored. */
export const RESTORING_DAYS = 30;
export const MAX_LIMIT = 10_000;

/** The kinds of rows that a plan limits. */
export const limitedKinds = ["users", "connections", "queues"] as const;
export type LimitedKind = (typeof limitedKinds)[number];
/** All that a plan limits. `storageGb`: the stored files, in units of 1024 MiB. */
export const planKinds = [...limitedKinds, "storageGb"] as const;
export type PlanKind = (typeof planKinds)[number];
/** The storage of a plan that does not say how much. */
export const PLAN_STORAGE_GB = 10;
/** From this share of the storage on, admins are told. */
export const STORAGE_NOTICE_SHARE = 0.8;

const Name = v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(50));
const Phone = v.pipe(v.string(), v.trim(), v.maxLength(30));
const Limit = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_LIMIT));
/** An exception to the plan; null: the plan's limit. */
const Exception = v.nullable(Limit);

/** The first admin of a company that a super user creates. */
export const FirstAdmin = v.object({
  name: Name,
  email: LoginEmail,
  /** Empty: the admin gets a code by mail to choose it. */
  password: v.optional(v.union([v.literal(""), NewPassword]), ""),
});

const fields = {
  name: Name,
  email: v.union([v.literal(""), LoginEmail]),
  phone: Phone,
  planId: v.nullable(Id),
  isActive: v.boolean(),
  campaignsEnabled: v.boolean(),
  /** The last paid day, in the company's time zone; null: unchanged, or the end of the trial of a new company. */
  dueDate: v.nullable(LocalDate),
  recurrence: v.picklist(recurrences),
  usersLimit: Exception,
  connectionsLimit: Exception,
  queuesLimit: Exception,
  storageGbLimit: Exception,
};

/** A company, as a super user creates it. */
export const CompanyInput = v.object({
  name: fields.name,
  email: v.optional(fields.email, ""),
  phone: v.optional(fields.phone, ""),
  planId: v.optional(fields.planId, null),
  isActive: v.optional(fields.isActive, true),
  campaignsEnabled: v.optional(fields.campaignsEnabled, false),
  dueDate: v.optional(fields.dueDate, null),
  recurrence: v.optional(fields.recurrence, "MENSAL"),
  usersLimit: v.optional(fields.usersLimit, null),
  connectionsLimit: v.optional(fields.connectionsLimit, null),
  queuesLimit: v.optional(fields.queuesLimit, null),
  storageGbLimit: v.optional(fields.storageGbLimit, null),
});
export type CompanyInput = v.InferOutput<typeof CompanyInput>;

/** A change of a company by a super user. Fields that are absent stay as they are. */
export const CompanyChange = v.partial(v.object(fields));
export type CompanyChange = v.InferOutput<typeof CompanyChange>;

export const BillingAddress = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(100)),
  street: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
  city: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
  state: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(50)), ""),
  zipCode: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(20)),
  country: v.picklist(["BR", "usa"]),
});
export type BillingAddress = v.InferOutput<typeof BillingAddress>;

const daysInMonth = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/**
 * The day of the month to keep when a due date is set by hand: the end of a month stays the end of the month. `kept`:
 * the company's, which stays when it leads to this day: of 30, 28 February is one.
 */
export function dueDayOf(day: string, kept?: number): number {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const last = daysInMonth(year, month);
  if (kept !== undefined && date === Math.min(kept, last)) return kept;
  return date === last ? 31 : date;
}

/** Returns the day one recurrence later, "YYYY-MM-DD". `dueDay`: the day of the month to keep, 1 to 31. */
export function addRecurrence(day: string, recurrence: Recurrence, dueDay = dueDayOf(day)): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  const months = year * 12 + (month - 1) + monthsOf[recurrence];
  const [toYear, toMonth] = [Math.floor(months / 12), (months % 12) + 1];
  const date = Math.min(dueDay, daysInMonth(toYear, toMonth));
  return [String(toYear).padStart(4, "0"), String(toMonth).padStart(2, "0"), String(date).padStart(2, "0")].join("-");
}

/** The day so many days later, "YYYY-MM-DD". */
export const addDays = (day: string, days: number): string =>
  new Date((dayNumber(day) + days) * DAY_MS).toISOString().slice(0, 10);

/** The last instant of a local day. */
export function endOfDay(day: string, timeZone: string): Date {
  return new Date(instantOf(`${addDays(day, 1)}T00:00`, timeZone).getTime() - 1);
}

/** The colour of a company's row, by days to the due date. */
export function dueColour(days: number): "yellow" | "orange" | "red" | null {
  if (days === 5) return "yellow";
  if (days >= -3 && days <= 4) return "orange";
  return days === -4 ? "red" : null;
}
