import { and, desc, eq } from "drizzle-orm";
import type { EventState } from "../../../contracts/account/billing.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { type CompanyDb, inParallel, isAnyOf, schema } from "../../../db/index.ts";
import type { PlatformContext } from "../../ground/context.ts";
import { requireSuper } from "../../ground/require-permission.ts";
import { companyNames, recordAudit } from "../audit/index.ts";

const { invoices, paymentEvents } = schema;

const EVENT_PAGE = 20;

export type PaymentEventView = typeof paymentEvents.$inferSelect & {
  companyName: string | null;
  invoiceNumber: number | null;
};

/** Returns a page of payment events of all companies, newest first. Super users only. */
export async function listPaymentEvents(
  ctx: PlatformContext,
  { state, page = 1 }: { state?: EventState | undefined; page?: number },
): Promise<PaymentEventView[]> {
  requireSuper(ctx);
  const events = await ctx.db
    .select()
    .from(paymentEvents)
    .where(state ? eq(paymentEvents.state, state) : undefined)
    .orderBy(desc(paymentEvents.createdAt), desc(paymentEvents.id))
    .limit(EVENT_PAGE)
    .offset((page - 1) * EVENT_PAGE);
  const payers = events.map(({ payerCompanyId }) => payerCompanyId);
  const [names, numbers] = await inParallel([companyNames(ctx.db, payers), invoiceNumbers(ctx.db, events)]);
  return events.map((event) => ({
    ...event,
    companyName: names.get(event.payerCompanyId ?? "") ?? null,
    invoiceNumber: numbers.get(`${event.payerCompanyId} ${event.invoiceId}`) ?? null,
  }));
}

/** Returns the numbers of the events' invoices, by company and id. */
async function invoiceNumbers(
  db: CompanyDb,
  events: readonly (typeof paymentEvents.$inferSelect)[],
): Promise<Map<string, number>> {
  const paid = events.flatMap(({ payerCompanyId: companyId, invoiceId: id }) =>
    companyId && id ? [{ companyId, id }] : [],
  );
  if (paid.length === 0) return new Map();
  const { companyId, id, number } = invoices;
  const isPaid = and(
    isAnyOf(
      companyId,
      paid.map((of) => of.companyId),
    ),
    isAnyOf(
      id,
      paid.map((of) => of.id),
    ),
  );
  const rows = await db.select({ companyId, id, number }).from(invoices).where(isPaid);
  return new Map(rows.map((row) => [`${row.companyId} ${row.id}`, row.number]));
}

/** Ends an unmatched event that a super user has dealt with. */
export async function dismissPaymentEvent(ctx: PlatformContext, id: string, reason: string): Promise<void> {
  requireSuper(ctx);
  const [event] = await ctx.db
    .update(paymentEvents)
    .set({ state: "dismissed", updatedAt: ctx.now })
    .where(and(eq(paymentEvents.id, id), eq(paymentEvents.state, "unmatched")))
    .returning();
  if (!event) throw new DomainError("ERR_NO_PAYMENT_EVENT_FOUND", { id });
  await recordAudit(ctx, {
    action: "payment.dismissed",
    companyId: event.payerCompanyId,
    subject: { id, name: `${event.provider} ${event.providerId}` },
    changes: { state: ["unmatched", "dismissed"], amountCents: [event.amountCents, event.amountCents] },
    reason,
  });
}
