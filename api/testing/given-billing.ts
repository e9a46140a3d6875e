import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { addDays } from "../../contracts/account/companies.ts";
import { schema } from "../../db/index.ts";
import { testDatabase } from "../../db/testing/given.ts";
import { givenPlan } from "../../db/testing/given-plan.ts";
import type { ContractNames } from "./contract-rows.ts";

type BillingNames = Pick<
  ContractNames,
  "invoiceId" | "secondInvoiceId" | "paidInvoiceId" | "paymentEventId" | "doneEventId"
>;

/** Each call of a test has invoices of its own, and a company has one per period. */
let nextDay = 0;

/** Creates two open invoices and a paid one, an unmatched payment event and one that paid an invoice. */
export async function givenBilling(companyId: string, planId: string): Promise<BillingNames> {
  const [invoiceId, secondInvoiceId, paidInvoiceId] = [randomUUID(), randomUUID(), randomUUID()];
  const [paymentEventId, doneEventId] = [randomUUID(), randomUUID()];
  const periods = [0, 1, 2].map(() => addDays("2000-01-01", nextDay++));
  const invoice = (id: string, at: number) => {
    const period = periods[at] ?? "";
    const amount = { planId, recurrence: "MENSAL" as const, valueCents: 9_900 };
    return { companyId, id, detail: "Plano Profissional · dezembro", ...amount, period, dueDate: period };
  };
  await testDatabase().company(companyId, async (db) => {
    await db.insert(schema.invoices).values([
      { ...invoice(invoiceId, 0), status: "open" },
      { ...invoice(secondInvoiceId, 1), status: "open" },
      {
        ...invoice(paidInvoiceId, 2),
        ...{ status: "paid", paidAt: new Date(), paidWith: "stripe", paidFrom: "2026-12-19", paidTo: "2027-01-18" },
      },
    ]);
  });
  const event = (id: string) => ({ id, provider: "stripe" as const, eventId: `evt_${id}`, providerId: `cs_${id}` });
  await testDatabase().asPlatform((db) =>
    db.insert(schema.paymentEvents).values([
      {
        ...event(paymentEventId),
        ...{ state: "unmatched", reason: "invoicePaid", paymentId: `pi_${paymentEventId}`, amountCents: 9_900 },
        ...{ payerCompanyId: companyId, invoiceId: paidInvoiceId },
      },
      { ...event(doneEventId), state: "done", paymentId: `pi_${doneEventId}`, amountCents: 9_900 },
    ]),
  );
  return { invoiceId, secondInvoiceId, paidInvoiceId, paymentEventId, doneEventId };
}

/** Gives the company a small plan that is paid until its due date, without an open invoice: it can open an upgrade. */
export async function givenPaidAhead({ companyId }: Pick<ContractNames, "companyId">): Promise<void> {
  const { id: planId } = await givenPlan({ users: 2_000, connections: 2_000, queues: 2_000, valueCents: 4_900 });
  await testDatabase().company(companyId, async (db) => {
    await db
      .update(schema.invoices)
      .set({ status: "void" })
      .where(and(eq(schema.invoices.companyId, companyId), eq(schema.invoices.status, "open")));
    await db.update(schema.companies).set({ planId }).where(eq(schema.companies.id, companyId));
  });
}
