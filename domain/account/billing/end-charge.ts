import { and, eq } from "drizzle-orm";
import { type Database, schema } from "../../../db/index.ts";
import type { ConfirmingProvider, Payments } from "../../../outside/payments/index.ts";
import { CREATING_MS } from "./charge-rows.ts";
import { checkCharge } from "./check-open-charges.ts";

const { charges } = schema;

/**
 * Ends a charge at its provider that is void here, so that nobody pays an invoice twice. One that was paid meanwhile
 * becomes an event. Rejects when the provider does not answer, and while another request still creates the charge.
 */
export async function endChargeAtProvider(
  { database, payments }: { database: Database; payments: Payments },
  { companyId, chargeId }: { companyId: string; chargeId: string },
  now = new Date(),
): Promise<void> {
  const [charge] = await database.company(companyId, (db) =>
    db
      .select()
      .from(charges)
      .where(and(eq(charges.companyId, companyId), eq(charges.id, chargeId))),
  );
  if (charge?.status !== "void") return;
  if (!charge.providerId) {
    if (now.getTime() - charge.createdAt.getTime() < CREATING_MS) throw new Error("the charge is being created");
    return;
  }
  const provider = payments.confirming[charge.provider as ConfirmingProvider];
  if (!provider) return;
  await provider.endCharge(charge.providerId);
  await checkCharge({ database, payments }, charge, now);
}
