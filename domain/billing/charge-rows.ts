import { and, desc, eq, isNotNull } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { schema } from "../../db/index.ts";
import type { ChargeStatus, Provider } from "../../sync/contracts/billing.ts";
import type { DeskContext } from "../context.ts";
import type { CreatedCharge } from "./providers/index.ts";
import type { InvoiceRow } from "./require-invoice.ts";

const { charges } = schema;

export type ChargeRow = typeof charges.$inferSelect;

/** Returns the newest open charge of the invoice at the provider with the invoice's present plan and amount. */
export async function findOpenCharge(
  { db, companyId }: DeskContext,
  invoice: InvoiceRow,
  provider: Provider,
): Promise<ChargeRow | null> {
  const [charge] = await db
    .select()
    .from(charges)
    .where(
      and(
        eq(charges.companyId, companyId),
        eq(charges.invoiceId, invoice.id),
        eq(charges.provider, provider),
        eq(charges.status, "open"),
        eq(charges.amountCents, invoice.valueCents),
        invoice.planId ? eq(charges.planId, invoice.planId) : undefined,
        isNotNull(charges.option),
      ),
    )
    .orderBy(desc(charges.createdAt))
    .limit(1);
  return charge ?? null;
}

/** Inserts a charge before the provider is asked: its webhook can arrive before the provider's answer. */
export async function insertCharge(
  { db, companyId, now }: DeskContext,
  invoice: InvoiceRow,
  provider: Provider,
): Promise<string> {
  const id = uuidv7();
  const { id: invoiceId, valueCents: amountCents, planId } = invoice;
  await db
    .insert(charges)
    .values({ companyId, id, invoiceId, provider, amountCents, planId, createdAt: now, updatedAt: now });
  return id;
}

/** Stores the provider's answer. */
export async function saveCreatedCharge(
  { db, companyId, now }: DeskContext,
  id: string,
  { providerId, option }: CreatedCharge,
): Promise<void> {
  await db
    .update(charges)
    .set({ providerId, option, updatedAt: now })
    .where(and(eq(charges.companyId, companyId), eq(charges.id, id)));
}

/** Ends an open charge that can no longer be paid. A payment that still comes is judged as usual. */
export async function endCharge(
  { db, companyId, now }: DeskContext,
  id: string,
  status: Exclude<ChargeStatus, "open" | "paid">,
): Promise<void> {
  await db
    .update(charges)
    .set({ status, updatedAt: now })
    .where(and(eq(charges.companyId, companyId), eq(charges.id, id), eq(charges.status, "open")));
}
