import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { localDay } from "../../../contracts/account/companies.ts";
import { type Database, notifyPeople, schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { queueCompanyMail } from "../mail/index.ts";

const { companies } = schema;

/** Lists the companies that became suspended, or are suspended no more, since they were last told. */
export async function companiesToSuspend(
  platform: Database["platform"],
  now: Date,
): Promise<{ companyId: string; isSuspended: boolean }[]> {
  const rows = await platform.execute<{ company_id: string; is_suspended: boolean }>(
    sql`select company_id, is_suspended from companies_to_suspend(${now.toISOString()}::timestamptz)`,
  );
  return rows.map(({ company_id, is_suspended }) => ({ companyId: company_id, isSuspended: is_suspended }));
}

/** Stores the suspension and mails it to the company. Returns false when another job was first. */
export async function suspendCompany(ctx: DeskContext): Promise<boolean> {
  const { db, companyId, now } = ctx;
  const [company] = await db
    .update(companies)
    .set({ suspendedAt: now })
    .where(and(eq(companies.id, companyId), isNull(companies.suspendedAt)))
    .returning();
  if (!company) return false;
  await notifyPeople(db, companyId);
  const { name, dueDate, timeZone } = company;
  const values = { company: name, dueDate: localDay(dueDate, timeZone) };
  await queueCompanyMail(ctx, { template: "connectionsSuspended", values });
  return true;
}

/** The company paid, or was deactivated: its next suspension is told again. */
export async function endSuspension({ db, companyId }: DeskContext): Promise<void> {
  await db
    .update(companies)
    .set({ suspendedAt: null })
    .where(and(eq(companies.id, companyId), isNotNull(companies.suspendedAt)));
  await notifyPeople(db, companyId);
}
