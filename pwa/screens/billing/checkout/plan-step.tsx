import { Check, TriangleAlert } from "lucide-react";
import { money } from "../../../i18n/money.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { StatusChip } from "../../../ui/fields/chips.tsx";
import type { Invoice, Plan, Subscription } from "../parts/billing-calls.ts";
import { ChangeWords, useChangePlace } from "../parts/change-text.tsx";
import { type ChangePlace, changeTo } from "../parts/plan-change.ts";
import { limitsText, tooSmall } from "./plan-fit.ts";

type PlanStepProps = {
  plans: Plan[];
  subscription: Subscription;
  /** The invoice that the payment pays; null: none is open. */
  invoice: Invoice | null;
  planId: string | null;
  /** Why no plan can be chosen now: without a network, or while an invoice is created. */
  disabled?: boolean;
  onChoose: (plan: Plan) => void;
};

/** Offers the plans as cards, each with what the change costs. */
export function PlanStep({ plans, subscription, invoice, planId, disabled = false, onChoose }: PlanStepProps) {
  const place = useChangePlace(subscription, invoice);
  return (
    <ul aria-label={m.billing_plans()} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {plans.map((plan) => {
        const isPresent = plan.id === subscription.plan?.id;
        return (
          <PlanCard
            key={plan.id}
            plan={plan}
            place={place}
            isPresent={isPresent}
            isChosen={plan.id === planId}
            // The present plan can always be paid: only a change is checked.
            problem={isPresent ? null : tooSmall(plan, subscription)}
            disabled={disabled || changeTo(plan, place).pays === null}
            onChoose={() => onChoose(plan)}
          />
        );
      })}
    </ul>
  );
}

type PlanCardProps = {
  plan: Plan;
  place: ChangePlace;
  isPresent: boolean;
  isChosen: boolean;
  problem: string | null;
  disabled: boolean;
  onChoose: () => void;
};

function PlanCard({ plan, place, isPresent, isChosen, problem, disabled, onChoose }: PlanCardProps) {
  const { name } = plan;
  return (
    <li
      className={classNames(
        "flex flex-col gap-2 rounded-lg p-4",
        isChosen ? "bg-selected ring-[1.5px] ring-primary ring-inset" : "line-ring",
      )}
    >
      <div className="flex min-h-5 flex-wrap items-center justify-between gap-2">
        <h3 className="min-w-0 font-semibold text-md [overflow-wrap:anywhere]">{name}</h3>
        {isPresent && (
          <StatusChip tone="success" icon={<Check aria-hidden="true" size={13} />}>
            {m.billing_plan_present()}
          </StatusChip>
        )}
      </div>
      <p>
        <span className="font-semibold text-xl tabular-nums">{money(plan.value)}</span>{" "}
        <span className="text-ink-3 text-xs">{m.billing_a_month()}</span>
      </p>
      <p className="text-ink-2 text-sm">{limitsText(plan)}</p>
      <div className="flex-1">{!isPresent && <ChangeWords chosen={plan} place={place} />}</div>
      {problem && (
        <p className="flex gap-1.5 text-warn-ink text-xs">
          <TriangleAlert aria-hidden="true" size={14} className="mt-px shrink-0" />
          {problem}
        </p>
      )}
      <Button kind={isChosen ? "primary" : "plain"} disabled={disabled || problem !== null} onClick={onChoose}>
        {isPresent ? m.billing_plan_keep({ name }) : m.billing_plan_choose({ name })}
      </Button>
    </li>
  );
}
