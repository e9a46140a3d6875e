import { eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { addDays, addRecurrence, endOfDay, localDay } from "../../contracts/account/companies.ts";
import { type Database, schema } from "../../db/index.ts";
import { createDueInvoices, invoiceDetail } from "../../domain/account/billing/index.ts";

const { companies, invoices, plans } = schema;

/** Paid invoices of a company before the open one. */
const PAID = 5;
/** Months from the day a year ago to the period of the first paid invoice. */
const MONTHS_FROM_A_YEAR_AGO = 12 - PAID;

/** Inserts invoices that the company has paid, one per month, and creates the open ones of all companies. */
export async function addInvoices(database: Database, companyId: string, now: Date): Promise<void> {
  await database.company(companyId, async (db) => {
    const [company] = await db
      .select({ dueDate: companies.dueDate, dueDay: companies.dueDay, timeZone: companies.timeZone, plan: plans })
      .from(companies)
      .innerJoin(plans, eq(plans.id, companies.planId))
      .where(eq(companies.id, companyId));
    if (!company) throw new Error("the company has no plan");
    const { dueDate, dueDay, timeZone, plan } = company;
    const due = localDay(dueDate, timeZone);
    const later = (day: string) => addRecurrence(day, "MENSAL", dueDay);
    let period = `${Number(due.slice(0, 4)) - 1}${due.slice(4)}`;
    for (let month = 0; month < MONTHS_FROM_A_YEAR_AGO; month += 1) period = later(period);
    for (; period < due; period = later(period)) {
      const amount = { planId: plan.id, recurrence: "MENSAL" as const, valueCents: plan.valueCents };
      const paid = { paidFrom: addDays(period, 1), paidTo: later(period), paidAt: endOfDay(period, timeZone) };
      await db.insert(invoices).values({
        ...{
          companyId,
          id: uuidv7(),
          detail: invoiceDetail(plan.name, "MENSAL", period),
          ...amount,
          period,
          dueDate: period,
        },
        ...{ status: "paid", paidWith: "efi", ...paid, createdAt: paid.paidAt, updatedAt: paid.paidAt },
      });
    }
  });
  await createDueInvoices(database, now);
}
