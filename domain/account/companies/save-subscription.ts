import { eq } from "drizzle-orm";
import type { BillingAddress } from "../../../contracts/account/companies.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { notifyStanding } from "./notify-standing.ts";

const { companies } = schema;

type Subscription = { dueDate: Date; dueDay: number; planId: string | null };

/** Extends the company's subscription after a payment, which also ends a trial. */
export async function saveSubscription({ db, companyId, now }: DeskContext, subscription: Subscription): Promise<void> {
  await db
    .update(companies)
    .set({ ...subscription, trialEndsAt: null, updatedAt: now })
    .where(eq(companies.id, companyId));
  await notifyStanding(db, companyId);
}

/** Stores the address for invoices. */
export async function saveBillingAddress({ db, companyId, now }: DeskContext, billing: BillingAddress): Promise<void> {
  await db.update(companies).set({ billing, updatedAt: now }).where(eq(companies.id, companyId));
}
