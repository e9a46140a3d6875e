import * as v from "valibot";
import { recurrences } from "../account/companies.ts";

const Exception = v.nullable(v.number());

/** A company in the lists of super users, as the HTTP interface answers it. */
export const CompanyListWire = v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  planId: v.nullable(v.string()),
  plan: v.nullable(v.object({ name: v.string(), value: v.number() })),
  status: v.boolean(),
  /** ISO 8601 with offset: the end of the last paid day. */
  dueDate: v.string(),
  /** The same day in the company's time zone, "YYYY-MM-DD", and the day of the month that `+ Vencimento` keeps. */
  dueDay: v.object({ date: v.string(), keeps: v.number() }),
  recurrence: v.picklist(recurrences),
  timeZone: v.string(),
  /** Exceptions to the plan; null: the plan's limit. */
  usersLimit: Exception,
  connectionsLimit: Exception,
  queuesLimit: Exception,
  storageGbLimit: Exception,
  /** When it was deleted; null: it was not. It can be restored for 30 days. */
  deletedAt: v.nullable(v.string()),
  createdAt: v.string(),
  settings: v.array(v.object({ key: v.string(), value: v.string() })),
});
export type CompanyListWire = v.InferOutput<typeof CompanyListWire>;

/**
 * `GET /companies?searchParam=&pageNumber=`; with `deleted=true`, the companies that can be restored.
 * Changes: `POST /companies` (with `admin`), `PUT /companies/{id}`, `DELETE /companies/{id}` with `{ name }`,
 * `POST /companies/{id}/restore`.
 */
export const CompanyPageWire = v.object({
  companies: v.array(CompanyListWire),
  count: v.number(),
  hasMore: v.boolean(),
});
export type CompanyPageWire = v.InferOutput<typeof CompanyPageWire>;

/** How much of its plan a company uses. `limit` null: unlimited. `storageGb`: its files in units of 1024 MiB, with three decimals. */
const Used = v.object({ used: v.number(), limit: v.nullable(v.number()) });
export const PlanUsageWire = v.object({ users: Used, connections: Used, queues: Used, storageGb: Used });
export type PlanUsageWire = v.InferOutput<typeof PlanUsageWire>;

/**
 * `GET /companies/listPlan/{id}`, for every user of the company: its limits, null for unlimited, the plan's price in BRL
 * (0 without a plan), and what it uses.
 */
export const CompanyLimitsWire = v.object({
  id: v.string(),
  planId: v.nullable(v.string()),
  plan: v.object({
    name: v.nullable(v.string()),
    users: v.nullable(v.number()),
    connections: v.nullable(v.number()),
    queues: v.nullable(v.number()),
    storageGb: v.nullable(v.number()),
    value: v.number(),
  }),
  usage: PlanUsageWire,
});
export type CompanyLimitsWire = v.InferOutput<typeof CompanyLimitsWire>;

/** Figures of one company for super users: `GET /companies/usage?ids=` (at most 20 ids, separated by commas). */
export const CompanyUsageWire = v.object({
  id: v.string(),
  ...PlanUsageWire.entries,
  /** Messages of the last 30 days. */
  messages: v.number(),
  lastSignInAt: v.nullable(v.string()),
});
export type CompanyUsageWire = v.InferOutput<typeof CompanyUsageWire>;

/** A company whose rows are being removed: `GET /companies/removals`, for super users. */
export const CompanyRemovalWire = v.object({
  id: v.string(),
  name: v.string(),
  deletedAt: v.string(),
  /** The rows that it had; null: the removal has not begun. */
  total: v.nullable(v.number()),
  removed: v.number(),
  /** Seconds since rows were removed last, or since the removal is due. */
  idleSeconds: v.number(),
});
export type CompanyRemovalWire = v.InferOutput<typeof CompanyRemovalWire>;
