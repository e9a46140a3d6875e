import * as v from "valibot";
import { PlanDetailsWire, PlanWire } from "../../../contracts/wire/plans.ts";
import { AnswerId, Count } from "../../http/answer-values.ts";

export const PlanAnswer = v.object({
  ...PlanWire.entries,
  id: AnswerId,
  users: v.pipe(Count, v.description("The most users of a company")),
  connections: v.pipe(Count, v.description("The most connections of a company")),
  queues: v.pipe(Count, v.description("The most queues of a company")),
  storageGb: v.pipe(Count, v.description("The most bytes of a company's files, in units of 1024 MiB")),
  value: v.pipe(v.number(), v.minValue(0), v.description("BRL per month, with at most two decimals")),
});

/** A plan, as a super user reads it. */
export const PlanDetailsAnswer = v.object({
  ...PlanDetailsWire.entries,
  ...PlanAnswer.entries,
  companies: v.pipe(Count, v.description("Companies that have the plan")),
});

export const PublicPlansAnswer = v.array(PlanAnswer);
/** Super users read the details, everybody else the public plans. */
export const PlansAnswer = v.union([v.array(PlanDetailsAnswer), PublicPlansAnswer]);
/** Super users read the details, admins the plan alone. */
export const OfferedPlanAnswer = v.union([PlanDetailsAnswer, PlanAnswer]);
