import { Check, TriangleAlert } from "lucide-react";
import { money } from "../../../i18n/money.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { Button } from "../../../ui/button.tsx";
import { StatusChip } from "../../../ui/chips.tsx";
import { classNames } from "../../../ui/class-names.ts";
import type { Plan, Subscription } from "../parts/billing-calls.ts";
import { limitsText, tooSmall } from "./plan-fit.ts";

type PlanStepProps = {
  plans: Plan[];
  subscription: Subscription;
  planId: string | null;
  onChoose: (plan: Plan) => void;
};

/** Offers the plans as cards. Choosing one goes on to the review. */
export const PlanStep = ({ plans, subscription, planId, onChoose }: PlanStepProps) => (
  <ul aria-label={m.billing_plans()} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
    {plans.map((plan) => (
      <PlanCard
        key={plan.id}
        plan={plan}
        isPresent={plan.id === subscription.plan?.id}
        isChosen={plan.id === planId}
        // The present plan can always be paid: only a change is checked.
        problem={plan.id === subscription.plan?.id ? null : tooSmall(plan, subscription)}
        onChoose={() => onChoose(plan)}
      />
    ))}
  </ul>
);

type PlanCardProps = {
  plan: Plan;
  isPresent: boolean;
  isChosen: boolean;
  problem: string | null;
  onChoose: () => void;
};

function PlanCard({ plan, isPresent, isChosen, problem, onChoose }: PlanCardProps) {
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
      <p className="flex-1 text-ink-2 text-sm">{limitsText(plan)}</p>
      {problem && (
        <p className="flex gap-1.5 text-warn-ink text-xs">
          <TriangleAlert aria-hidden="true" size={14} className="mt-px shrink-0" />
          {problem}
        </p>
      )}
      <Button kind={isChosen ? "primary" : "plain"} disabled={problem !== null} onClick={onChoose}>
        {isPresent ? m.billing_plan_keep({ name }) : m.billing_plan_choose({ name })}
      </Button>
    </li>
  );
}
