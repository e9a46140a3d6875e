import * as v from "valibot";
import { PLAN_STORAGE_GB } from "../../../../contracts/account/companies.ts";
import { PlanInput } from "../../../../contracts/account/plans.ts";
import { decimalOf } from "../../../../contracts/money.ts";
import { PlanDetailsWire } from "../../../../contracts/wire/plans.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { apiSend } from "../../../session/api-fetch.ts";
import { checkBy } from "../../lists/form-problems.ts";
import type { ListPage } from "../../lists/index.ts";

/** A plan, as the tab shows it. */
export const Plan = v.object({
  id: v.string(),
  name: v.string(),
  users: v.number(),
  connections: v.number(),
  queues: v.number(),
  storageGb: v.number(),
  valueCents: v.number(),
  isPublic: v.boolean(),
  companies: v.number(),
});
export type Plan = v.InferOutput<typeof Plan>;

const planOf = ({ value, public: isPublic, ...plan }: v.InferOutput<typeof PlanDetailsWire>): Plan => ({
  ...plan,
  isPublic,
  valueCents: Math.round(value * 100),
});
const Plans = v.array(PlanDetailsWire);
export const readPlans = (answer: unknown): Plan[] => v.parse(Plans, answer).map(planOf);
export const planPage = (answer: unknown): ListPage<Plan> => ({ rows: readPlans(answer), hasMore: false });

/** The limits are texts, as typed. */
export type PlanForm = {
  name: string;
  users: string;
  connections: string;
  queues: string;
  storageGb: string;
  valueCents: number;
  isPublic: boolean;
};

export const planForm = (plan: Plan | null): PlanForm => ({
  name: plan?.name ?? "",
  users: plan ? String(plan.users) : "",
  connections: plan ? String(plan.connections) : "",
  queues: plan ? String(plan.queues) : "",
  storageGb: String(plan?.storageGb ?? PLAN_STORAGE_GB),
  valueCents: plan?.valueCents ?? 0,
  isPublic: plan?.isPublic ?? true,
});

const Count = v.pipe(v.string(), v.trim(), v.regex(/^\d+$/), v.transform(Number));
const limit = (words: v.GenericSchema<number, number>) => v.pipe(Count, words);
const { users, connections, queues, storageGb } = PlanInput.entries;
const PlanFormSchema = v.object({
  ...PlanInput.entries,
  users: limit(users),
  connections: limit(connections),
  queues: limit(queues),
  storageGb: limit(storageGb.wrapped),
});

const whole = { regex: m.platform_limit_wrong, min_value: m.platform_limit_wrong, max_value: m.platform_limit_wrong };
export const planProblems = checkBy<PlanForm>(PlanFormSchema, {
  users: whole,
  connections: whole,
  queues: whole,
  storageGb: whole,
});

function planToWire(form: PlanForm) {
  const { isPublic, valueCents, ...plan } = v.parse(PlanFormSchema, form);
  return { ...plan, value: decimalOf(valueCents), public: isPublic };
}
export const planCalls = {
  save: (id: string | null, form: PlanForm) =>
    id ? apiSend("PUT", `/plans/${id}`, planToWire(form)) : apiSend("POST", "/plans", planToWire(form)),
  remove: (id: string) => apiSend("DELETE", `/plans/${id}`),
};
