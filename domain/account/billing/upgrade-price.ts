import { eq } from "drizzle-orm";
import { localDay } from "../../../contracts/account/companies.ts";
import { paidDaysLeft, planChange } from "../../../contracts/account/plan-change.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import type { CompanyRow } from "../companies/index.ts";
import type { PlanRow } from "../plans/index.ts";
import { upgradeDetail } from "./invoice-detail.ts";
import type { InvoiceRow } from "./require-invoice.ts";

const { plans } = schema;

/**
 * Returns what a bigger plan costs from today to the due date, and the invoice's text. Refuses with ERR_NO_UPGRADE when
 * there is nothing to pay: no paid days, or a plan that is not dearer.
 */
export async function priceUpgrade(
  { db, now }: Context,
  company: CompanyRow,
  chosen: PlanRow,
): Promise<{ valueCents: number; detail: string }> {
  const { planId, trialEndsAt, timeZone } = company;
  const [present] = planId ? await db.select().from(plans).where(eq(plans.id, planId)) : [];
  const paidTo = localDay(company.dueDate, timeZone);
  const paidDays = paidDaysLeft({ today: localDay(now, timeZone), paidTo, isTrial: trialEndsAt !== null });
  const { chargedCents, pays } = planChange({ present: present ?? null, chosen, invoice: null, paidDays });
  if (!pays) throw new DomainError("ERR_NO_UPGRADE", { id: chosen.id });
  return { valueCents: chargedCents, detail: upgradeDetail(chosen.name, paidTo) };
}

/** Returns whether the due date has moved since the invoice of an upgrade was created: its price is for other days. */
export const isOutdated = ({ dueDate, timeZone }: CompanyRow, { kind, period }: InvoiceRow): boolean =>
  kind === "upgrade" && localDay(dueDate, timeZone) !== period;
