export { changeHours } from "./change-hours.ts";
export { insertCompany, type NewCompany } from "./insert-company.ts";
export { markSignedIn } from "./mark-signed-in.ts";
export { noticeStorage } from "./notice-storage.ts";
export { notifyStanding } from "./notify-standing.ts";
export { companiesToRemove, removeCompany } from "./remove-company.ts";
export { type CompanyRow, requireOwnCompany } from "./require-company.ts";
export { saveBillingAddress, saveSubscription } from "./save-subscription.ts";
export { saveTimeZone } from "./save-time-zone.ts";
export {
  type CompanyStanding,
  companyReceives,
  isWorking,
  requireStanding,
  requireWorking,
  type Standing,
  standingColumn,
} from "./standing.ts";
export { companiesToSuspend, endSuspension, suspendCompany } from "./suspend-company.ts";
