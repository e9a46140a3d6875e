export { changeHours } from "./change-hours.ts";
export { type CompanyRow, requireOwnCompany } from "./require-company.ts";
