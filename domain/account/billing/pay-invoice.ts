import { and, eq } from "drizzle-orm";
import type { Provider } from "../../../contracts/account/billing.ts";
import { addDays, addRecurrence, dueDayOf, endOfDay, localDay } from "../../../contracts/account/companies.ts";
import { invoiceCents } from "../../../contracts/account/plan-change.ts";
import { schema } from "../../../db/index.ts";
import type { Actor, DeskContext } from "../../ground/context.ts";
import { changesOf, recordAudit } from "../audit/index.ts";
import { requireOwnCompany, saveSubscription } from "../companies/index.ts";
import { queueCompanyMail } from "../mail/index.ts";
import { endOpenCharges } from "./charge-rows.ts";
import { invoiceDetail, upgradeDetail } from "./invoice-detail.ts";
import type { InvoiceRow } from "./require-invoice.ts";

const { invoices, plans } = schema;

export type Payment = { paidWith: Provider | "manual"; amountCents: number; planId: string | null; reason?: string };

/**
 * Marks a locked, open invoice as paid: extends the due date by the invoice's recurrence, from the later of due date and
 * today, gives the company the plan that was paid, and ends the invoice's other charges. An upgrade leaves the due date as it is. `ctx` runs as the platform in the company's scope.
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
  const isUpgrade = invoice.kind === "upgrade";
  const isLate = due < today && !isUpgrade;
  const dueDay = isLate ? dueDayOf(today) : company.dueDay;
  const paidTo = isUpgrade ? due : addRecurrence(isLate ? today : due, invoice.recurrence, dueDay);
  const paidFrom = isLate || isUpgrade ? today : addDays(due, 1);
  const after = { dueDate: endOfDay(paidTo, timeZone), planId: planId ?? company.planId };
  const detail = planId === invoice.planId ? invoice.detail : await detailWith(ctx, invoice, planId);
  await db
    .update(invoices)
    .set({
      ...{ status: "paid", paidAt: now, paidWith, reason: reason ?? null, updatedAt: now },
      ...{ detail, valueCents: amountCents, planId, paidFrom, paidTo },
    })
    .where(and(eq(invoices.companyId, companyId), eq(invoices.id, invoice.id)));
  await endOpenCharges(ctx, invoice.id);
  await saveSubscription(ctx, { ...after, dueDay });
  if (isUpgrade && planId) await giveOpenInvoices(ctx, planId);
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

/**
 * Gives the open invoices of periods the plan that an upgrade has paid: one that was created before would bring back the
 * former plan. Their charges were for the former price.
 */
async function giveOpenInvoices(ctx: DeskContext & { actor?: Actor }, planId: string): Promise<void> {
  const { db, companyId, now } = ctx;
  const [plan] = await db.select().from(plans).where(eq(plans.id, planId));
  if (!plan) return;
  const open = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.companyId, companyId), eq(invoices.status, "open"), eq(invoices.kind, "period")))
    .orderBy(invoices.id)
    .for("update");
  for (const { id, recurrence, dueDate, ...before } of open.filter((invoice) => invoice.planId !== planId)) {
    const valueCents = invoiceCents(plan.valueCents, recurrence);
    const detail = invoiceDetail(plan.name, recurrence, dueDate);
    await db
      .update(invoices)
      .set({ planId, valueCents, detail, updatedAt: now })
      .where(and(eq(invoices.companyId, companyId), eq(invoices.id, id)));
    await endOpenCharges(ctx, id);
    await recordAudit(ctx, {
      action: "invoice.changed",
      companyId,
      subject: { id, name: detail },
      changes: changesOf(
        { description: before.detail, valueCents: before.valueCents },
        { description: detail, valueCents },
      ),
    });
  }
}

/** The invoice's text with another plan: an earlier charge keeps the plan that it was created for. */
async function detailWith({ db }: DeskContext, invoice: InvoiceRow, planId: string | null): Promise<string> {
  if (!planId) return invoice.detail;
  const [plan] = await db.select({ name: plans.name }).from(plans).where(eq(plans.id, planId));
  if (!plan) return invoice.detail;
  const { kind, recurrence, dueDate, period } = invoice;
  return kind === "upgrade" ? upgradeDetail(plan.name, period) : invoiceDetail(plan.name, recurrence, dueDate);
}
