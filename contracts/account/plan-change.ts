import { daysBetween, monthsOf, type Recurrence } from "./companies.ts";

/** A plan with its price per month, in cents. */
type Priced = { id: string; valueCents: number };

/** The amount of a recurrence of a plan, in cents. */
export const invoiceCents = (valueCents: number, recurrence: Recurrence): number => valueCents * monthsOf[recurrence];

/** The price of another plan, compared with the present one. Amounts are integer cents. */
export type PlanChange = {
  /** More (or, below 0, less) per month than the present plan; null: the company has no plan. */
  differenceCents: number | null;
  /** The amount of the payment that changes the plan. */
  chargedCents: number;
  /** The time for which the company pays; null: it cannot pay now, and the plan changes with the next invoice. */
  pays: { months: number } | { days: number } | null;
};

type PlanChoice = {
  present: Priced | null;
  chosen: Priced;
  /** The open invoice that the payment pays; null: there is none. */
  invoice: { planId: string | null; valueCents: number; recurrence: Recurrence } | null;
  /** The days that are paid already, today included; 0 on trial and after the due date. */
  paidDays: number;
};

/**
 * Computes the price of a change to another plan. With an open invoice the payment pays the invoice's recurrence at the
 * chosen plan's price; an invoice of that plan keeps its own amount. Without one, a bigger plan costs the difference of
 * the days that are paid already, a day being 12/365 of the price per month. A cheaper plan then has nothing to pay.
 */
export function planChange({ present, chosen, invoice, paidDays }: PlanChoice): PlanChange {
  const differenceCents = present && chosen.valueCents - present.valueCents;
  if (invoice) {
    const { planId, valueCents, recurrence } = invoice;
    const chargedCents = planId === chosen.id ? valueCents : invoiceCents(chosen.valueCents, recurrence);
    return { differenceCents, chargedCents, pays: { months: monthsOf[recurrence] } };
  }
  const chargedCents = Math.round(((differenceCents ?? 0) * 12 * paidDays) / 365);
  if (chargedCents <= 0) return { differenceCents, chargedCents: 0, pays: null };
  return { differenceCents, chargedCents, pays: { days: paidDays } };
}

/** Returns the days that are paid already, today included. `today` and `paidTo`: local days, "YYYY-MM-DD". */
export const paidDaysLeft = ({
  today,
  paidTo,
  isTrial,
}: {
  today: string;
  paidTo: string;
  isTrial: boolean;
}): number => (isTrial ? 0 : Math.max(0, daysBetween(today, paidTo) + 1));
