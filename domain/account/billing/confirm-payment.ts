import { and, eq, inArray } from "drizzle-orm";
import * as v from "valibot";
import { Id } from "../../../contracts/id.ts";
import { type CompanyDb, type Database, schema } from "../../../db/index.ts";
import type { ConfirmedCharge, Payments } from "../../../outside/payments/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { requireOwnCompany } from "../companies/index.ts";
import { findMisfit } from "../plans/index.ts";
import { judgePayment, type Verdict } from "./judge-payment.ts";
import { payInvoice } from "./pay-invoice.ts";
import { type InvoiceRow, lockInvoice } from "./require-invoice.ts";
import { isOutdated } from "./upgrade-price.ts";

const { charges, paymentEvents } = schema;

type EventRow = typeof paymentEvents.$inferSelect;
type ChargeRow = typeof charges.$inferSelect;

/** Events in these states have counted their payment. */
const counted = ["done", "unmatched", "dismissed"] as const;

/**
 * Asks the provider about an event and does what its answer says, in one transaction. Returns the company whose invoice
 * was paid; null: none was. Rejects when the provider does not answer; the event then waits for the next attempt.
 */
export async function confirmPayment(
  { database, payments }: { database: Database; payments: Payments },
  eventId: string,
  now = new Date(),
): Promise<string | null> {
  const event = await database.asPlatform((db) => findEvent(db, eventId), { isReading: true });
  if (!event || event.provider === "pix") return null;
  const provider = payments.confirming[event.provider];
  if (!provider) throw new Error(`the payment provider ${event.provider} is not set up`);
  const confirmed = await provider.readCharge(event.providerId);
  const charge =
    confirmed && (await database.asPlatform((db) => findCharge(db, event, confirmed), { isReading: true }));
  const companyId = charge?.companyId;
  return database.asPlatform((db) => settle({ db, now }, { event, charge, confirmed }), {
    retryOnConflict: true,
    ...(companyId ? { companyId } : {}),
  });
}

type Found = { event: EventRow; charge: ChargeRow | null; confirmed: ConfirmedCharge | null };

async function settle(ctx: { db: CompanyDb; now: Date }, found: Found): Promise<string | null> {
  const { confirmed } = found;
  const desk = found.charge && { ...ctx, companyId: found.charge.companyId };
  // Lock order: company, invoice, charge, event.
  const invoice = desk && found.charge && (await lockInvoice(desk, found.charge.invoiceId));
  const charge = found.charge && (await lockCharge(ctx.db, found.charge));
  const event = await findEvent(ctx.db, found.event.id, { isLocking: true });
  if (!event) return null;
  const paymentId = confirmed?.status === "paid" ? confirmed.paymentId || event.providerId : null;
  const isKnown = paymentId !== null && (await isCounted(ctx.db, event, paymentId));
  const fits = !desk || !charge?.planId || (await findMisfit(desk, charge.planId)) === null;
  const verdict = judgePayment({ confirmed, charge, invoice: await asPayable(desk, invoice), isKnown, fits });
  const isPaying = verdict.state === "done";
  if (charge && verdict.charge) await saveCharge(ctx, charge, verdict.charge);
  await ctx.db
    .update(paymentEvents)
    .set({
      ...{ state: verdict.state, reason: verdict.reason, updatedAt: ctx.now, paymentId },
      ...{ amountCents: paymentId === null ? null : (confirmed?.amountCents ?? null) },
      ...{ payerCompanyId: charge?.companyId ?? null, invoiceId: charge?.invoiceId ?? null },
    })
    .where(eq(paymentEvents.id, event.id));
  if (!isPaying || !desk || !invoice || !charge) return null;
  const { provider: paidWith, amountCents, planId } = charge;
  await payInvoice(desk, invoice, { paidWith, amountCents, planId });
  return desk.companyId;
}

/** An upgrade whose due date has moved cannot be paid any more: its price was for other days. */
async function asPayable(desk: DeskContext | null, invoice: InvoiceRow | null) {
  if (!desk || invoice?.status !== "open" || invoice.kind !== "upgrade") return invoice;
  const company = await requireOwnCompany(desk, desk.companyId);
  return isOutdated(company, invoice) ? { status: "void" as const } : invoice;
}

/** Returns the event while it waits. */
async function findEvent(db: CompanyDb, id: string, { isLocking = false } = {}): Promise<EventRow | null> {
  const reading = db
    .select()
    .from(paymentEvents)
    .where(and(eq(paymentEvents.id, id), eq(paymentEvents.state, "waiting")));
  const [event] = await (isLocking ? reading.for("update") : reading);
  return event ?? null;
}

/** Returns the charge that the provider's answer names: the reference is its id, and names no company. */
async function findCharge(db: CompanyDb, event: EventRow, { reference }: ConfirmedCharge): Promise<ChargeRow | null> {
  if (!v.is(Id, reference)) return null;
  const [charge] = await db
    .select()
    .from(charges)
    .where(and(eq(charges.id, reference), eq(charges.provider, event.provider)));
  return charge ?? null;
}

async function lockCharge(db: CompanyDb, { companyId, id }: ChargeRow): Promise<ChargeRow | null> {
  const [charge] = await db
    .select()
    .from(charges)
    .where(and(eq(charges.companyId, companyId), eq(charges.id, id)))
    .for("update");
  return charge ?? null;
}

const isCounted = async (db: CompanyDb, { provider }: EventRow, paymentId: string): Promise<boolean> =>
  (await db.$count(
    paymentEvents,
    and(
      eq(paymentEvents.provider, provider),
      eq(paymentEvents.paymentId, paymentId),
      inArray(paymentEvents.state, [...counted]),
    ),
  )) > 0;

async function saveCharge(
  { db, now }: { db: CompanyDb; now: Date },
  { companyId, id }: ChargeRow,
  status: NonNullable<Verdict["charge"]>,
): Promise<void> {
  await db
    .update(charges)
    .set({ status, updatedAt: now, ...(status === "paid" ? { paidAt: now } : {}) })
    .where(and(eq(charges.companyId, companyId), eq(charges.id, id)));
}
