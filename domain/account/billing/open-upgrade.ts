import { and, eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { UPGRADE_DAYS } from "../../../contracts/account/billing.ts";
import { addDays, localDay } from "../../../contracts/account/companies.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import { recordAudit } from "../audit/index.ts";
import { requireOwnCompany } from "../companies/index.ts";
import { findMisfit, lockCompany } from "../plans/index.ts";
import { findInvoiceToPay, type InvoiceView, viewInvoice } from "./list-invoices.ts";
import { requirePayablePlan } from "./payable-plan.ts";
import { priceUpgrade } from "./upgrade-price.ts";

const { invoices } = schema;

/**
 * Returns the invoice that pays the way to a bigger plan before the next invoice: the difference of the prices for the
 * days that are paid already. It is created once; its payment can choose another plan. Refuses with ERR_NO_UPGRADE while
 * an invoice of a period is open, on trial, after the due date, and for a plan that is not dearer. Admins only. `ctx` runs
 * as the platform in the company's scope.
 */
export async function openUpgrade(ctx: Context, planId: string): Promise<InvoiceView> {
  requirePermission(ctx, "viewSubscription");
  const { db, companyId, now } = ctx;
  // Two requests at once get one invoice.
  await lockCompany(ctx);
  const company = await requireOwnCompany(ctx, companyId);
  const plan = await requirePayablePlan(ctx, company, planId);
  if (await findInvoiceToPay(ctx, company)) throw new DomainError("ERR_NO_UPGRADE", { id: planId });
  const price = await priceUpgrade(ctx, company, plan);
  const misfit = await findMisfit(ctx, planId);
  if (misfit) throw new DomainError("ERR_PLAN_TOO_SMALL", misfit);
  const period = localDay(company.dueDate, company.timeZone);
  const [open] = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        eq(invoices.companyId, companyId),
        eq(invoices.kind, "upgrade"),
        eq(invoices.status, "open"),
        eq(invoices.period, period),
      ),
    );
  if (open) return viewInvoice(ctx, open.id);
  const id = uuidv7();
  const dueDate = addDays(localDay(now, company.timeZone), UPGRADE_DAYS);
  const { recurrence } = company;
  await db.insert(invoices).values({
    ...{ companyId, id, kind: "upgrade", planId, recurrence, ...price, period, dueDate },
    ...{ createdAt: now, updatedAt: now },
  });
  await recordAudit(ctx, {
    action: "invoice.created",
    companyId,
    subject: { id, name: price.detail },
    changes: { valueCents: [null, price.valueCents] },
  });
  return viewInvoice(ctx, id);
}
