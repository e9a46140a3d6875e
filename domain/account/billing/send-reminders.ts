import { and, asc, eq, gt, isNull, lt, lte, or } from "drizzle-orm";
import { reminderDays } from "../../../contracts/account/billing.ts";
import { addDays, daysBetween, localDay } from "../../../contracts/account/companies.ts";
import { localMinute } from "../../../contracts/local-time.ts";
import { type CompanyDb, type Database, schema } from "../../../db/index.ts";
import { queueCompanyMail } from "../mail/index.ts";
import { lockInvoice } from "./require-invoice.ts";

const { companies, invoiceReminders, invoices } = schema;

/** Reminders are sent from this hour on, in the company's time zone. */
const FROM_HOUR = 8;
const AT_ONCE = 500;
/** A company on trial gets no reminder in its first day: it has just seen the price. */
const TRIAL_QUIET_MS = 24 * 3_600_000;

/**
 * Queues the reminder mails of the periods' open invoices: 5, 3 and 1 days before the due date and on the day, each once. Returns how
 * many were queued. A day that passed while the job did not run, and the first 24 hours of a trial, get no reminder.
 */
export async function sendReminders(database: Database, now: Date): Promise<number> {
  let sent = 0;
  for (let after: string | null = "00000000-0000-0000-0000-000000000000"; after !== null; ) {
    const from: string = after;
    const found = await database.asPlatform((db) => openInvoices(db, now, from), { isReading: true });
    for (const open of found) if (await remind(database, open, now)) sent += 1;
    after = found.length === AT_ONCE ? (found.at(-1)?.id ?? null) : null;
  }
  return sent;
}

type OpenInvoice = Awaited<ReturnType<typeof openInvoices>>[number];

async function remind(database: Database, open: OpenInvoice, now: Date): Promise<boolean> {
  const { companyId, id, timeZone, companyName, dueDate } = open;
  const days = daysBetween(localDay(now, timeZone), dueDate);
  const isDay = reminderDays.some((day) => day === days);
  if (!isDay || Number(localMinute(now, timeZone).slice(11, 13)) < FROM_HOUR) return false;
  return database.asPlatform(
    async (db) => {
      const ctx = { db, companyId, now };
      // It may have been paid meanwhile.
      const invoice = await lockInvoice(ctx, id);
      if (invoice.status !== "open") return false;
      const reminder = { companyId, invoiceId: id, daysBefore: days, createdAt: now };
      const [isNew] = await db.insert(invoiceReminders).values(reminder).onConflictDoNothing().returning();
      if (!isNew) return false;
      const { number, valueCents: amountCents } = invoice;
      await queueCompanyMail(ctx, {
        template: "invoiceReminder",
        values: { company: companyName, invoice: number, amountCents, dueDate, days },
      });
      return true;
    },
    { companyId, retryOnConflict: true },
  );
}

/** A day more than the rule on both sides, for every time zone. */
const openInvoices = (db: CompanyDb, now: Date, after: string) =>
  db
    .select({
      companyId: invoices.companyId,
      id: invoices.id,
      dueDate: invoices.dueDate,
      timeZone: companies.timeZone,
      companyName: companies.name,
    })
    .from(invoices)
    .innerJoin(companies, eq(companies.id, invoices.companyId))
    .where(
      and(
        eq(invoices.status, "open"),
        eq(invoices.kind, "period"),
        gt(invoices.dueDate, addDays(localDay(now, "UTC"), -2)),
        lt(invoices.dueDate, addDays(localDay(now, "UTC"), reminderDays[0] + 2)),
        eq(companies.isActive, true),
        isNull(companies.deletedAt),
        or(isNull(companies.trialEndsAt), lte(companies.createdAt, new Date(now.getTime() - TRIAL_QUIET_MS))),
        gt(invoices.id, after),
      ),
    )
    .orderBy(asc(invoices.id))
    .limit(AT_ONCE);
