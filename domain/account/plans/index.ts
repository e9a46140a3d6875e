export { deletePlan } from "./delete-plan.ts";
export {
  listPlans,
  listPublicPlans,
  type PlanRow,
  type PlanView,
  requireOfferedPlan,
  requirePlan,
  requirePublicPlan,
  showOfferedPlan,
  showPlan,
} from "./list-plans.ts";
export {
  type CompanyLimits,
  findMisfit,
  limitColumns,
  lockCompany,
  type PlanUsage,
  planLimits,
  planUsage,
  requireRoom,
  showLimits,
} from "./plan-limits.ts";
export { changePlan, createPlan } from "./save-plan.ts";
export { freeStorage, requireStorage } from "./storage.ts";
export { gigabytes, storedBytesOf } from "./stored-bytes.ts";
