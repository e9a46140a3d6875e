import * as v from "valibot";
import { MAX_AMOUNT_CENTS } from "../money.ts";
import { MAX_LIMIT, PLAN_STORAGE_GB } from "./companies.ts";

const Limit = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_LIMIT));

const fields = {
  name: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(50)),
  users: Limit,
  connections: Limit,
  queues: Limit,
  /** The files of a company, in units of 1024 MiB. */
  storageGb: Limit,
  /** Price per month, in cents. */
  valueCents: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_AMOUNT_CENTS)),
  isPublic: v.boolean(),
};

export const PlanInput = v.object({
  ...fields,
  storageGb: v.optional(fields.storageGb, PLAN_STORAGE_GB),
  isPublic: v.optional(fields.isPublic, true),
});
export type PlanInput = v.InferOutput<typeof PlanInput>;

/** Absent fields stay as they are. */
export const PlanChange = v.partial(v.object(fields));
export type PlanChange = v.InferOutput<typeof PlanChange>;
