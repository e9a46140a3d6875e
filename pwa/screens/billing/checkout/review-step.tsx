import { calendarDay } from "../../../i18n/calendar-date.ts";
import { money } from "../../../i18n/money.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { numberOf } from "../invoice-status.tsx";
import type { Invoice, PaymentResult, Plan } from "../parts/billing-calls.ts";
import type { BillingForm } from "./billing-form.ts";
import { limitsText, monthsIn } from "./plan-fit.ts";

type ReviewStepProps = {
  invoice: Invoice;
  plan: Plan | null;
  recurrence: string;
  form: BillingForm;
  /** The ways to pay, with the amount that the server asks for; null: not asked yet. */
  result: PaymentResult | null;
};

/** Shows what is paid, for whom, and how much. */
export function ReviewStep({ invoice, plan, recurrence, form, result }: ReviewStepProps) {
  const months = monthsIn(recurrence);
  const changes = plan !== null && plan.id !== invoice.planId;
  const total = result?.valorext ?? (changes ? plan.value * months : invoice.value);
  const country = form.country === "usa" ? "United States" : "Brasil";
  return (
    <section className="line-ring rounded-lg">
      <div className="flex items-start gap-3 px-4 py-3">
        <div className="min-w-0 flex-1">
          <h3 className="font-medium text-sm [overflow-wrap:anywhere]">
            {plan ? m.billing_plan({ name: plan.name }) : invoice.detail}
          </h3>
          {plan && <p className="text-ink-3 text-xs">{limitsText(plan)}</p>}
        </div>
        <p className="shrink-0 text-right">
          <b className="block font-semibold text-xl tabular-nums">{money(total)}</b>
          <span className="text-ink-3 text-xs">
            {months === 1 ? m.billing_a_month() : m.billing_months({ count: months })}
          </span>
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
