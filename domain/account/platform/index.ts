export { addCompany } from "./add-company.ts";
export { changeCompany } from "./change-company.ts";
export { changePerson } from "./change-person.ts";
export { type CompanyUsage, companyUsage } from "./company-usage.ts";
export { deleteCompany, restoreCompany } from "./delete-company.ts";
export {
  type CompanyRemoval,
  type CompanyView,
  listCompanies,
  listRemovals,
  pageOfCompanies,
  showCompany,
} from "./list-companies.ts";
