import { and, asc, eq } from "drizzle-orm";
import { localDay } from "../../../contracts/account/companies.ts";
import { type CompanyDb, type Database, schema } from "../../../db/index.ts";
import { lockInvoice } from "./require-invoice.ts";
import { writeVoid } from "./settle-invoice.ts";

const { companies, invoices } = schema;

/** In Portuguese, as the texts of invoices. */
const LATE = "Não foi paga no prazo";
const MOVED = "O vencimento da assinatura mudou";

/**
 * Voids the invoices of upgrades that were not paid in time, or whose price is for other days because the due date has
 * moved. Returns the companies that had one.
 */
export async function endUpgrades(database: Database, now: Date): Promise<string[]> {
  const found = await database.asPlatform(openUpgrades, { isReading: true });
  const ended: string[] = [];
  for (const { companyId, id, timeZone, dueDate, period, paidTo } of found) {
    const isLate = dueDate < localDay(now, timeZone);
    if (!isLate && localDay(paidTo, timeZone) === period) continue;
    const isEnded = await database.asPlatform(
      async (db) => {
        const ctx = { db, companyId, now };
        // It may have been paid meanwhile.
        const invoice = await lockInvoice(ctx, id);
        if (invoice.status !== "open") return false;
        await writeVoid(ctx, invoice, isLate ? LATE : MOVED);
        return true;
      },
      { companyId, retryOnConflict: true },
    );
    if (isEnded) ended.push(companyId);
  }
  return ended;
}

/** An upgrade is open for a few days only, so these are few. */
const openUpgrades = (db: CompanyDb) =>
  db
    .select({
      companyId: invoices.companyId,
      id: invoices.id,
      dueDate: invoices.dueDate,
      period: invoices.period,
      timeZone: companies.timeZone,
      paidTo: companies.dueDate,
    })
    .from(invoices)
    .innerJoin(companies, eq(companies.id, invoices.companyId))
    .where(and(eq(invoices.status, "open"), eq(invoices.kind, "upgrade")))
    .orderBy(asc(invoices.id));
