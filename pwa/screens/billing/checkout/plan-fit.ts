import { type LimitedKind, limitedKinds, type PlanKind, planKinds } from "../../../../contracts/account/companies.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import type { Plan, Subscription } from "../parts/billing-calls.ts";

type Present = Pick<Subscription, "plan" | "usage">;

/**
 * Returns the kinds of rows of which the company uses more than the plan allows. An exception to the plan stays. Files do not
 * count: they stay in a smaller plan, and only new ones are refused.
 */
export function exceededBy(plan: Plan, { plan: present, usage }: Present): LimitedKind[] {
  return limitedKinds.filter((kind) => {
    const { used, limit } = usage[kind];
    const isException = present !== null && limit !== present[kind];
    const allowed = isException ? limit : plan[kind];
    return allowed !== null && used > allowed;
  });
}

const counts: Record<PlanKind, (input: { count: number }) => string> = {
  users: m.billing_users,
  connections: m.billing_connections,
  queues: m.billing_queues,
  storageGb: m.billing_storage,
};

/** Formats as "3 usuários · 1 conexão · 5 filas · 10 GB de arquivos". */
export const limitsText = (plan: Plan): string =>
  planKinds.map((kind) => counts[kind]({ count: plan[kind] })).join(" · ");

/** Says why a plan cannot be chosen: what the company uses of it now. Null: it can. */
export function tooSmall(plan: Plan, present: Present): string | null {
  const kinds = exceededBy(plan, present);
  if (kinds.length === 0) return null;
  return m.billing_plan_small({
    what: kinds.map((kind) => counts[kind]({ count: present.usage[kind].used })).join(", "),
  });
}

/** The public plans and the present one, cheapest first. */
export function plansToShow(plans: Plan[], present: Plan | null): Plan[] {
  const all = present && !plans.some(({ id }) => id === present.id) ? [...plans, present] : plans;
  return all.toSorted((one, other) => one.value - other.value);
}
