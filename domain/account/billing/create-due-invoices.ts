import { and, asc, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { INVOICE_DAYS_BEFORE } from "../../../contracts/account/billing.ts";
import { daysBetween, localDay } from "../../../contracts/account/companies.ts";
import { invoiceCents } from "../../../contracts/account/plan-change.ts";
import { type CompanyDb, type Database, inParallel, schema } from "../../../db/index.ts";
import { recordAudit } from "../audit/index.ts";
import { invoiceDetail } from "./invoice-detail.ts";

const { companies, invoices, plans } = schema;

const DAY_MS = 86_400_000;
const COMPANIES_AT_ONCE = 500;

/**
 * Creates the invoices of all companies whose due date is at most 20 days ahead. Returns the companies that got one.
 * A company has one invoice per period, also when two workers run at once.
 */
export async function createDueInvoices(database: Database, now: Date): Promise<string[]> {
  const created: string[] = [];
  for (let after: string | null = "00000000-0000-0000-0000-000000000000"; after !== null; ) {
    const from: string = after;
    const batch = await database.asPlatform((db) => createBatch(db, now, from), { retryOnConflict: true });
    created.push(...batch.created);
    after = batch.last;
  }
  return created;
}

async function createBatch(db: CompanyDb, now: Date, after: string) {
  const found = await dueCompanies(db, now, after);
  const wanted = found.flatMap((company) => {
    const { id, dueDate, timeZone, recurrence, planId, planName, valueCents, periods } = company;
    const period = localDay(dueDate, timeZone);
    if (daysBetween(localDay(now, timeZone), period) > INVOICE_DAYS_BEFORE || periods?.includes(period)) return [];
    const detail = invoiceDetail(planName, recurrence, period);
    const amount = { recurrence, planId, valueCents: invoiceCents(valueCents, recurrence) };
    return [
      { companyId: id, id: uuidv7(), detail, ...amount, period, dueDate: period, createdAt: now, updatedAt: now },
    ];
  });
  const last = found.length === COMPANIES_AT_ONCE ? (found.at(-1)?.id ?? null) : null;
  if (wanted.length === 0) return { created: [], last };
  const created = await db.insert(invoices).values(wanted).onConflictDoNothing().returning();
  await inParallel(
    created.map(({ companyId, id, detail, valueCents }) =>
      recordAudit(
        { db, now },
        {
          action: "invoice.created",
          companyId,
          subject: { id, name: detail },
          changes: { valueCents: [null, valueCents] },
        },
      ),
    ),
  );
  return { created: created.map(({ companyId }) => companyId), last };
}

/** Two days more than the rule, for every time zone. `periods`: those near the due date that have an invoice. */
const dueCompanies = (db: CompanyDb, now: Date, after: string) =>
  db
    .select({
      id: companies.id,
      dueDate: companies.dueDate,
      timeZone: companies.timeZone,
      recurrence: companies.recurrence,
      planId: plans.id,
      planName: plans.name,
      valueCents: plans.valueCents,
      periods: sql<
        string[] | null
      >`(select array_agg(i.period::text) from ${invoices} i where i.company_id = ${companies.id} and i.kind = 'period'
        and i.period between ${companies.dueDate}::date - 2 and ${companies.dueDate}::date + 2)`,
    })
    .from(companies)
    .innerJoin(plans, eq(plans.id, companies.planId))
    .where(
      and(
        gt(companies.id, after),
        eq(companies.isActive, true),
        isNull(companies.deletedAt),
        gt(plans.valueCents, 0),
        lt(companies.dueDate, new Date(now.getTime() + (INVOICE_DAYS_BEFORE + 2) * DAY_MS)),
      ),
    )
    .orderBy(asc(companies.id))
    .limit(COMPANIES_AT_ONCE);
