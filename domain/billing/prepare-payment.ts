import { and, eq } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { SubscriptionInput } from "../../sync/contracts/billing.ts";
import { limitedKinds } from "../../sync/contracts/companies.ts";
import { requireOwnCompany, saveBillingAddress } from "../companies/index.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../domain-error.ts";
import { planUsage } from "../plans/index.ts";
import { requirePermission } from "../require-permission.ts";
import { invoiceCents, invoiceDetail } from "./invoice-detail.ts";
import { type InvoiceRow, lockOpenInvoice, requireInvoice } from "./require-invoice.ts";

const { companies, invoices, plans } = schema;

export type Payer = { name: string; email: string; address: SubscriptionInput["billing"] };

/**
 * Stores the billing address and gives an open invoice the chosen plan with its price. The plan must be public, have a
 * price, and be large enough for what the company uses now. Admins only.
 */
export async function preparePayment(
  ctx: Context,
  { invoiceId, planId, billing }: SubscriptionInput,
): Promise<{ invoice: InvoiceRow; payer: Payer }> {
  requirePermission(ctx, "viewSubscription");
  const invoice = await lockOpenInvoice(ctx, invoiceId);
  if (planId && planId !== invoice.planId) await changePlan(ctx, invoice, planId);
  await saveBillingAddress(ctx, billing);
  const company = await requireOwnCompany(ctx, ctx.companyId);
  const payer = { name: billing.name, email: company.email, address: billing };
  return { invoice: await requireInvoice(ctx, invoiceId), payer };
}

async function changePlan(ctx: Context, { id, recurrence, dueDate }: InvoiceRow, planId: string): Promise<void> {
  const { db, companyId, now } = ctx;
  const [company] = await db
    .select({
      planId: companies.planId,
      users: companies.usersLimit,
      connections: companies.connectionsLimit,
      queues: companies.queuesLimit,
    })
    .from(companies)
    .where(eq(companies.id, companyId));
  const [plan] = await db.select().from(plans).where(eq(plans.id, planId));
  const isOffered = plan?.isPublic || plan?.id === company?.planId;
  if (!plan || !isOffered || plan.valueCents === 0) throw new DomainError("ERR_NO_PLAN_FOUND", { id: planId });
  const usage = await planUsage(ctx);
  for (const kind of limitedKinds) {
    const [limit, { used }] = [company?.[kind] ?? plan[kind], usage[kind]];
    if (used > limit) throw new DomainError("ERR_PLAN_TOO_SMALL", { kind, used, limit });
  }
  await db
    .update(invoices)
    .set({
      ...{ planId, valueCents: invoiceCents(plan.valueCents, recurrence), updatedAt: now },
      detail: invoiceDetail(plan.name, recurrence, dueDate),
    })
    .where(and(eq(invoices.companyId, companyId), eq(invoices.id, id)));
}
