import { and, eq } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { Provider } from "../../sync/contracts/billing.ts";
import { addDays, addRecurrence, dueDayOf, endOfDay, localDay } from "../../sync/contracts/companies.ts";
import { changesOf, recordAudit } from "../audit/index.ts";
import { requireOwnCompany, saveSubscription } from "../companies/index.ts";
import type { Actor, DeskContext } from "../context.ts";
import { queueCompanyMail } from "../mail/index.ts";
import { invoiceDetail } from "./invoice-detail.ts";
import type { InvoiceRow } from "./require-invoice.ts";

const { invoices, plans } = schema;

export type Payment = { paidWith: Provider | "manual"; amountCents: number; planId: string | null; reason?: string };

/**
 * Marks a locked, open invoice as paid: extends the due date by the invoice's recurrence, from the later of due date and
 * today, and gives the company the plan that was paid. `ctx` runs as the platform in the company's scope.
 */
export async function payInvoice(
  ctx: DeskContext & { actor?: Actor },
  invoice: InvoiceRow,
  { paidWith, amountCents, planId, reason }: Payment,
): Promise<void> {
  const { db, companyId, now } = ctx;
  const company = await requireOwnCompany(ctx, companyId);
  const { timeZone } = company;
  const [today, due] = [localDay(now, timeZone), localDay(company.dueDate, timeZone)];
  const isLate = due < today;
  const dueDay = isLate ? dueDayOf(today) : company.dueDay;
  const paidTo = addRecurrence(isLate ? today : due, invoice.recurrence, dueDay);
  const after = { dueDate: endOfDay(paidTo, timeZone), planId: planId ?? company.planId };
  const detail = planId === invoice.planId ? invoice.detail : await detailWith(ctx, invoice, planId);
  await db
    .update(invoices)
    .set({
      ...{ status: "paid", paidAt: now, paidWith, reason: reason ?? null, updatedAt: now },
      ...{ detail, valueCents: amountCents, planId, paidFrom: isLate ? today : addDays(due, 1), paidTo },
    })
    .where(and(eq(invoices.companyId, companyId), eq(invoices.id, invoice.id)));
  await saveSubscription(ctx, { ...after, dueDay });
  await recordAudit(ctx, {
    action: "invoice.paid",
    companyId,
    subject: { id: invoice.id, name: detail },
    changes: {
      ...changesOf({ dueDate: company.dueDate, planId: company.planId }, after),
      ...changesOf({ status: "open", valueCents: invoice.valueCents }, { status: "paid", valueCents: amountCents }),
      paidWith: [null, paidWith],
    },
    ...(reason === undefined ? {} : { reason }),
  });
  await queueCompanyMail(ctx, {
    template: "paymentReceived",
    values: { company: company.name, invoice: invoice.number, amountCents, paidUntil: paidTo },
  });
}

/** The invoice's text with another plan: an earlier charge keeps the plan that it was created for. */
async function detailWith({ db }: DeskContext, invoice: InvoiceRow, planId: string | null): Promise<string> {
  if (!planId) return invoice.detail;
  const [plan] = await db.select({ name: plans.name }).from(plans).where(eq(plans.id, planId));
  return plan ? invoiceDetail(plan.name, invoice.recurrence, invoice.dueDate) : invoice.detail;
}
