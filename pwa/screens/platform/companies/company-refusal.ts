import { m } from "../../../i18n/paraglide/messages.js";
import { ApiError } from "../../../session/api-error.ts";
import type { Problems, Refusal } from "../../lists/form-problems.ts";
import { saveRefusal } from "../parts/save-refusal.ts";
import type { CompanyForm } from "./company-form.ts";

const byCode = { ERR_NO_PLAN_FOUND: "planId", ERR_PLAN_TOO_SMALL: "planId", ERR_OWN_COMPANY: "isActive" } as const;

/** Interprets a refused save of a company; the server names the first admin's fields "admin.email" and so on. */
export function companyRefusal(error: unknown): Refusal<CompanyForm> | null {
  const named = error instanceof ApiError ? { ...Object(error.details.fields), ...error.fields } : {};
  const problems: Problems<CompanyForm> = {};
  if ("admin.name" in named) problems.adminName = m.lists_field_refused();
  if ("admin.email" in named) problems.adminEmail = m.platform_admin_email_taken();
  if ("admin.password" in named) problems.adminPassword = m.lists_field_refused();
  if (Object.keys(problems).length > 0) return { problems, failure: null };
  return saveRefusal<CompanyForm>(error, byCode, m.platform_company_check());
}
