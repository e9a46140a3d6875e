import { and, eq, gt, inArray, or } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { ChargeStatus, Provider } from "../../../contracts/account/billing.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { enqueue, schema } from "../../../db/index.ts";
import type { CreatedCharge } from "../../../outside/payments/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import type { Chosen } from "./prepare-payment.ts";
import { lockOpenInvoice } from "./require-invoice.ts";

const { charges } = schema;

export type ChargeRow = typeof charges.$inferSelect;

const HOUR_MS = 3_600_000;
/** Charges of one invoice at one provider within an hour, failed ones too. */
export const CHARGES_PER_HOUR = 10;
/**
 * A charge without the provider's answer after this time was left by a request that ended: a provider may need several
 * calls.
 */
export const CREATING_MS = 60_000;

/** `open`: can be paid. `id`: a new charge, for which the caller asks the provider. `isInCreation`: another request asks. */
export type BegunCharge = { open: ChargeRow } | { id: string } | { isInCreation: true };

/**
 * Returns the open charge of the invoice at the provider, or inserts one before the provider is asked: its webhook can
 * arrive before the provider's answer. The invoice is locked, so that simultaneous requests create one charge. Throws
 * ERR_TOO_MANY_ATTEMPTS.
 */
export async function beginCharge(ctx: DeskContext, invoice: Chosen, provider: Provider): Promise<BegunCharge> {
  await lockOpenInvoice(ctx, invoice.id);
  const now = ctx.now.getTime();
  // One statement: the provider's answer is stored without the lock, and must not arrive between two reads.
  const known = await ctx.db
    .select()
    .from(charges)
    .where(
      and(
        eq(charges.companyId, ctx.companyId),
        eq(charges.invoiceId, invoice.id),
        eq(charges.provider, provider),
        or(eq(charges.status, "open"), gt(charges.createdAt, new Date(now - HOUR_MS))),
      ),
    )
    .orderBy(charges.createdAt);
  const wanted = known.filter((charge) => charge.status === "open" && isOf(invoice, charge));
  const open = wanted.findLast(({ option }) => option !== null);
  if (open) return { open };
  if (wanted.some(({ createdAt }) => now - createdAt.getTime() < CREATING_MS)) return { isInCreation: true };
  const ofTheHour = known.filter(({ createdAt }) => createdAt.getTime() > now - HOUR_MS);
  const [oldest] = ofTheHour;
  if (oldest && ofTheHour.length >= CHARGES_PER_HOUR) {
    const retryAfterSeconds = Math.ceil((oldest.createdAt.getTime() + HOUR_MS - now) / 1_000);
    throw new DomainError("ERR_TOO_MANY_ATTEMPTS", { retryAfterSeconds });
  }
  await endOpenCharges(ctx, invoice.id, (charge) => !isOf(invoice, charge));
  return { id: await insertCharge(ctx, invoice, provider) };
}

/** Returns whether a charge has the invoice's plan and amount, as they are chosen now. */
const isOf = (invoice: Chosen, { amountCents, planId }: Pick<ChargeRow, "amountCents" | "planId">): boolean =>
  amountCents === invoice.valueCents && (!invoice.planId || planId === invoice.planId);

/**
 * Ends the open charges of an invoice that is locked: here at once, at their providers by jobs. A payment that still
 * comes is judged as usual.
 */
export async function endOpenCharges(
  { db, companyId, now }: DeskContext,
  invoiceId: string,
  isEnded: (charge: ChargeRow) => boolean = () => true,
): Promise<void> {
  const open = await db
    .select()
    .from(charges)
    .where(and(eq(charges.companyId, companyId), eq(charges.invoiceId, invoiceId), eq(charges.status, "open")));
  const ended = open.filter(isEnded);
  if (ended.length === 0) return;
  const chargeIds = ended.map(({ id }) => id);
  await db
    .update(charges)
    .set({ status: "void", updatedAt: now })
    .where(and(eq(charges.companyId, companyId), inArray(charges.id, chargeIds)));
  for (const { id: chargeId, provider } of ended)
    if (provider !== "pix") await enqueue(db, "charges.end", { companyId, chargeId });
}

async function insertCharge({ db, companyId, now }: DeskContext, invoice: Chosen, provider: Provider): Promise<string> {
  const id = uuidv7();
  const { id: invoiceId, valueCents: amountCents, planId } = invoice;
  await db
    .insert(charges)
    .values({ companyId, id, invoiceId, provider, amountCents, planId, createdAt: now, updatedAt: now });
  return id;
}

/** Stores the provider's answer. A charge that was ended meanwhile ends at its provider too. */
export async function saveCreatedCharge(
  { db, companyId, now }: DeskContext,
  id: string,
  { providerId, option }: CreatedCharge,
): Promise<void> {
  const [saved] = await db
    .update(charges)
    .set({ providerId, option, updatedAt: now })
    .where(and(eq(charges.companyId, companyId), eq(charges.id, id)))
    .returning({ status: charges.status });
  if (saved?.status === "void") await enqueue(db, "charges.end", { companyId, chargeId: id });
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
