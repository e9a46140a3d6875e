import { calendarDay } from "../../../i18n/calendar-date.ts";
import { money } from "../../../i18n/money.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { numberOf } from "../invoice-status.tsx";
import type { Invoice, PaymentResult, Plan, Subscription } from "../parts/billing-calls.ts";
import { ChangeWords, useChangePlace } from "../parts/change-text.tsx";
import { monthsIn } from "../parts/months-in.ts";
import { changeTo } from "../parts/plan-change.ts";
import type { BillingForm } from "./billing-form.ts";
import { limitsText } from "./plan-fit.ts";

type ReviewStepProps = {
  invoice: Invoice;
  plan: Plan | null;
  subscription: Subscription;
  form: BillingForm;
  /** The ways to pay, with the amount that the server asks for; null: not asked yet. */
  result: PaymentResult | null;
};

/** Shows what is paid, for whom, and how much. */
export function ReviewStep({ invoice, plan, subscription, form, result }: ReviewStepProps) {
  const place = useChangePlace(subscription, invoice);
  const isUpgrade = invoice.kind === "upgrade";
  const months = monthsIn(invoice.recurrence);
  const total = result?.valorext ?? (plan ? changeTo(plan, place).chargedCents / 100 : invoice.value);
  const country = form.country === "usa" ? "United States" : "Brasil";
  return (
    <section className="line-ring rounded-lg">
      <div className="flex items-start gap-3 px-4 py-3">
        <div className="min-w-0 flex-1">
          <h3 className="font-medium text-sm [overflow-wrap:anywhere]">
            {plan ? m.billing_plan({ name: plan.name }) : invoice.detail}
          </h3>
          {plan && <p className="text-ink-3 text-xs">{limitsText(plan)}</p>}
          {plan && plan.id !== subscription.plan?.id && (
            <div className="mt-1.5">
              <ChangeWords chosen={plan} place={place} />
            </div>
          )}
        </div>
        <p className="shrink-0 text-right">
          <b className="block font-semibold text-xl tabular-nums">{money(total)}</b>
          {!isUpgrade && (
            <span className="text-ink-3 text-xs">
              {months === 1 ? m.billing_a_month() : m.billing_months({ count: months })}
            </span>
          )}
        </p>
      </div>
      <dl className="grid grid-cols-[minmax(5.5rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1 border-line border-t px-4 py-3 text-sm [&_dd]:[overflow-wrap:anywhere] [&_dt]:text-ink-3">
        <dt>{m.billing_invoice()}</dt>
        <dd className="tabular-nums">
          {m.billing_invoice_due({ number: numberOf(invoice), date: calendarDay(invoice.dueDate) })}
        </dd>
        <dt>{m.billing_on_behalf()}</dt>
        <dd>{form.name}</dd>
        <dt>{m.billing_street()}</dt>
        <dd>{[form.street, form.city, form.state].filter(Boolean).join(", ")}</dd>
        <dt>{m.billing_zip()}</dt>
        <dd className="tabular-nums">
          {form.zipCode} · {country}
        </dd>
      </dl>
    </section>
  );
}
