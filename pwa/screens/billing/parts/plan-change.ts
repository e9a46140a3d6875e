import { INVOICE_DAYS_BEFORE } from "../../../../contracts/account/billing.ts";
import { addDays, localDay } from "../../../../contracts/account/companies.ts";
import { type PlanChange, paidDaysLeft, planChange } from "../../../../contracts/account/plan-change.ts";
import { calendarDay } from "../../../i18n/calendar-date.ts";
import { money } from "../../../i18n/money.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import type { Invoice, Plan, Subscription } from "./billing-calls.ts";
import { monthsIn } from "./months-in.ts";

/** Where a plan is chosen. `invoice`: the one that the payment pays; null: none is open. `zone`: the company's. */
export type ChangePlace = { subscription: Subscription; invoice: Invoice | null; zone: string; now: Date };

/** Amounts of the HTTP interface are BRL with decimals. */
const priced = ({ id, value }: Plan) => ({ id, valueCents: Math.round(value * 100) });

const lastPaid = ({ subscription, zone }: ChangePlace) => localDay(new Date(subscription.dueDate), zone);

export function changeTo(chosen: Plan, place: ChangePlace): PlanChange {
  const { subscription, invoice, zone, now } = place;
  const { plan, trialExpiration } = subscription;
  const isTrial = trialExpiration !== null;
  return planChange({
    present: plan && priced(plan),
    chosen: priced(chosen),
    invoice:
      invoice?.kind === "period"
        ? { planId: invoice.planId, recurrence: invoice.recurrence, valueCents: Math.round(invoice.value * 100) }
        : null,
    paidDays: paidDaysLeft({ today: localDay(now, zone), paidTo: lastPaid(place), isTrial }),
  });
}

/** Says what another plan costs: more or less per month, what is paid now, and from when it counts. */
export function changeLines(chosen: Plan, place: ChangePlace): string[] {
  const change = changeTo(chosen, place);
  return [...differenceLines(change, chosen, place), ...paymentLines(change, chosen, place)];
}

function differenceLines({ differenceCents }: PlanChange, chosen: Plan, { subscription }: ChangePlace): string[] {
  if (differenceCents === null || !subscription.plan) return [];
  const [from, to] = [money(subscription.plan.value), money(chosen.value)];
  const difference = money(Math.abs(differenceCents) / 100);
  if (differenceCents > 0) return [m.billing_change_more({ from, to, difference })];
  return [differenceCents < 0 ? m.billing_change_less({ from, to, difference }) : m.billing_change_same({ to })];
}

function paymentLines({ chargedCents, pays }: PlanChange, chosen: Plan, place: ChangePlace): string[] {
  const paidTo = lastPaid(place);
  const amount = money(chargedCents / 100);
  if (!pays) {
    const from = addDays(paidTo, -INVOICE_DAYS_BEFORE);
    const isAhead = from > localDay(place.now, place.zone);
    return [isAhead ? m.billing_change_later({ date: calendarDay(from) }) : m.error_no_upgrade()];
  }
  if ("months" in pays)
    return [
      m.billing_change_months({ amount, months: m.billing_months({ count: pays.months }) }),
      m.billing_change_when(),
    ];
  const months = monthsIn(place.subscription.recurrence);
  const date = calendarDay(paidTo);
  return [
    m.billing_change_days({ amount, date, count: pays.days }),
    m.billing_change_then({
      ...{ date, amount: money(chosen.value * months) },
      months: m.billing_months({ count: months }),
    }),
    m.billing_change_when(),
  ];
}
