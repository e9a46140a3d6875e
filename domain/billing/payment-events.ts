import { and, desc, eq } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { EventState } from "../../sync/contracts/billing.ts";
import { recordAudit } from "../audit/index.ts";
import type { PlatformContext } from "../context.ts";
import { DomainError } from "../domain-error.ts";
import { requireSuper } from "../require-permission.ts";

const { companies, invoices, paymentEvents } = schema;

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
  const rows = await ctx.db
    .select({ event: paymentEvents, companyName: companies.name, invoiceNumber: invoices.number })
    .from(paymentEvents)
    .leftJoin(companies, eq(companies.id, paymentEvents.payerCompanyId))
    .leftJoin(
      invoices,
      and(eq(invoices.companyId, paymentEvents.payerCompanyId), eq(invoices.id, paymentEvents.invoiceId)),
    )
    .where(state ? eq(paymentEvents.state, state) : undefined)
    .orderBy(desc(paymentEvents.createdAt), desc(paymentEvents.id))
    .limit(EVENT_PAGE)
    .offset((page - 1) * EVENT_PAGE);
  return rows.map(({ event, ...names }) => ({ ...event, ...names }));
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
