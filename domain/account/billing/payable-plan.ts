import { DomainError } from "../../../contracts/domain-error.ts";
import type { Context } from "../../ground/context.ts";
import type { CompanyRow } from "../companies/index.ts";
import { type PlanRow, requireOfferedPlan } from "../plans/index.ts";

/** Returns a plan that the company can pay: one that it has or may choose, with a price. */
export async function requirePayablePlan(ctx: Context, company: CompanyRow, id: string): Promise<PlanRow> {
  const plan = await requireOfferedPlan(ctx, id, company.planId);
  if (plan.valueCents === 0) throw new DomainError("ERR_NO_PLAN_FOUND", { id });
  return plan;
}
