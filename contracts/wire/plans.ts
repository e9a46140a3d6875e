import * as v from "valibot";

/**
 * A plan, as the HTTP interface answers it. `storageGb`: the most bytes of a company's files, in units of 1024 MiB.
 * `value`: the price per month in BRL, a number with decimals.
 */
export const PlanWire = v.object({
  id: v.string(),
  name: v.string(),
  users: v.number(),
  connections: v.number(),
  queues: v.number(),
  storageGb: v.number(),
  value: v.number(),
});
export type PlanWire = v.InferOutput<typeof PlanWire>;

/** A plan on the screen of super users. */
export const PlanDetailsWire = v.object({
  ...PlanWire.entries,
  public: v.boolean(),
  /** How many companies have it. */
  companies: v.number(),
});
export type PlanDetailsWire = v.InferOutput<typeof PlanDetailsWire>;
