export { deletePlan } from "./delete-plan.ts";
export { listPlans, listPublicPlans, type PlanRow, type PlanView, requirePlan, showPlan } from "./list-plans.ts";
export {
  type CompanyLimits,
  limitColumns,
  lockCompany,
  type PlanUsage,
  planLimits,
  planUsage,
  requireRoom,
  showLimits,
} from "./plan-limits.ts";
export { changePlan, createPlan } from "./save-plan.ts";
