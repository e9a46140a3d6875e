import type { ChargeStatus, EventReason, EventState, InvoiceStatus } from "../../../contracts/account/billing.ts";
import type { ConfirmedCharge } from "../../../outside/payments/index.ts";

export type Verdict = {
  state: Exclude<EventState, "waiting" | "dismissed">;
  reason: EventReason | null;
  /** The charge's new status; null: unchanged. */
  charge: ChargeStatus | null;
};

const ignored = (reason: EventReason, charge: ChargeStatus | null = null): Verdict => ({
  state: "ignored",
  reason,
  charge,
});
const unmatched = (reason: EventReason, charge: ChargeStatus | null = null): Verdict => ({
  state: "unmatched",
  reason,
  charge,
});

/**
 * Decides what an event changes. Only `done` pays the invoice; a confirmed payment that cannot pay one is `unmatched`.
 * `confirmed` null: the provider does not know the charge. `isKnown`: an earlier event settled the same payment.
 */
export function judgePayment(given: {
  confirmed: ConfirmedCharge | null;
  charge: { status: ChargeStatus; amountCents: number } | null;
  invoice: { status: InvoiceStatus } | null;
  isKnown: boolean;
  /** Whether the company's present usage fits the charge's plan; it may have grown since the charge was made. */
  fits: boolean;
}): Verdict {
  const { confirmed, charge, invoice, isKnown, fits } = given;
  if (!confirmed) return ignored("unknownToProvider");
  if (confirmed.status !== "paid") {
    const isOver = charge?.status === "open" && confirmed.status !== "open";
    return ignored("notPaid", isOver ? confirmed.status : null);
  }
  if (isKnown) return ignored("repeated");
  if (!charge || !invoice) return unmatched("noCharge");
  if (charge.status === "paid") return unmatched("paidTwice");
  // The charge failed: it is not offered again, because the payer has seen another amount.
  if (confirmed.amountCents !== charge.amountCents) return unmatched("wrongAmount", "failed");
  if (invoice.status === "paid") return unmatched("invoicePaid", "paid");
  if (invoice.status === "void") return unmatched("invoiceVoid", "paid");
  if (!fits) return unmatched("planTooSmall", "paid");
  return { state: "done", reason: null, charge: "paid" };
}
