import { eq } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import { type CompanyRow, requireOwnCompany } from "../companies/index.ts";
import { type PlanUsage, planUsage } from "../plans/index.ts";
import { findInvoiceToPay, type InvoiceView } from "./list-invoices.ts";

const { plans } = schema;

export type Subscription = {
  company: CompanyRow;
  plan: typeof plans.$inferSelect | null;
  usage: PlanUsage;
  invoice: InvoiceView | null;
};

/** Returns the own company's plan, usage and the invoice to pay next. Admins only. */
export async function readSubscription(ctx: Context): Promise<Subscription> {
  requirePermission(ctx, "viewSubscription");
  const company = await requireOwnCompany(ctx, ctx.companyId);
  const { planId } = company;
  const [plan] = planId ? await ctx.db.select().from(plans).where(eq(plans.id, planId)) : [];
  return { company, plan: plan ?? null, usage: await planUsage(ctx), invoice: await findInvoiceToPay(ctx, company) };
}
