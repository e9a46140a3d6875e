import type { SubscriptionInput } from "../../../contracts/account/billing.ts";
import { planChange } from "../../../contracts/account/plan-change.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import { type CompanyRow, requireOwnCompany, saveBillingAddress } from "../companies/index.ts";
import { findMisfit } from "../plans/index.ts";
import { invoiceDetail } from "./invoice-detail.ts";
import { requirePayablePlan } from "./payable-plan.ts";
import { type InvoiceRow, lockOpenInvoice } from "./require-invoice.ts";
import { isOutdated, priceUpgrade } from "./upgrade-price.ts";

/** `address` null: the company has stored none. */
export type Payer = { name: string; email: string; address: SubscriptionInput["billing"] };

/** The invoice that a charge pays, with the chosen plan and its amount. The stored invoice does not change until it is paid. */
export type Chosen = Pick<InvoiceRow, "id" | "number" | "dueDate" | "planId" | "valueCents" | "detail">;

/**
 * Stores the billing address, if one is given, and returns an open invoice with the chosen plan and its price. The plan must be public, have
 * a price, and be large enough for what the company uses now, also the invoice's own. An upgrade has the price of today. Admins only.
 */
export async function preparePayment(
  ctx: Context,
  { invoiceId, planId, billing }: SubscriptionInput,
): Promise<{ invoice: Chosen; payer: Payer }> {
  requirePermission(ctx, "viewSubscription");
  const invoice = await lockOpenInvoice(ctx, invoiceId);
  const company = await requireOwnCompany(ctx, ctx.companyId);
  const chosen = await withPlan(ctx, { company, invoice, planId: planId ?? invoice.planId });
  const misfit = chosen.planId && (await findMisfit(ctx, chosen.planId));
  if (misfit) throw new DomainError("ERR_PLAN_TOO_SMALL", misfit);
  if (billing) await saveBillingAddress(ctx, billing);
  const address = billing ?? company.billing;
  const payer = { name: address?.name ?? company.name, email: company.email, address };
  return { invoice: chosen, payer };
}

type Wanted = { company: CompanyRow; invoice: InvoiceRow; planId: string | null };

async function withPlan(ctx: Context, { company, invoice, planId }: Wanted): Promise<Chosen> {
  const isUpgrade = invoice.kind === "upgrade";
  if (!planId || (planId === invoice.planId && !isUpgrade)) return invoice;
  if (isUpgrade && isOutdated(company, invoice)) throw new DomainError("ERR_INVOICE_STATE", { status: "void" });
  const chosen = await requirePayablePlan(ctx, company, planId);
  if (isUpgrade) return { ...invoice, planId, ...(await priceUpgrade(ctx, company, chosen)) };
  const { chargedCents } = planChange({ present: null, chosen, invoice, paidDays: 0 });
  const { recurrence, dueDate } = invoice;
  return { ...invoice, planId, valueCents: chargedCents, detail: invoiceDetail(chosen.name, recurrence, dueDate) };
}
