import type { SessionCompany } from "../../contracts/account/session.ts";
import { m } from "../i18n/paraglide/messages.js";
import { lastPaidDay } from "../session/company-dates.ts";

/** Says until when the company may use the desk, by its trial or by its payments. */
export function paidUntil(company: SessionCompany): string {
  const date = lastPaidDay(company);
  if (company.restricted) return m.billing_ended_on({ date });
  return company.trialExpiration ? m.billing_trial_until({ date }) : m.shell_active_until({ date });
}
