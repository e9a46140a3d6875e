import { m } from "../../../i18n/paraglide/messages.js";
import { useLinkUp } from "../../../session/desk.tsx";
import { useCall } from "../../../session/server-data/use-call.ts";
import { Notice } from "../../../ui/notice.tsx";
import { NotRead } from "../../lists/index.ts";
import { PlanStep } from "../checkout/plan-step.tsx";
import { type Invoice, openUpgrade, type Plan, type Subscription } from "../parts/billing-calls.ts";
import { usePublicPlans } from "../parts/use-billing.ts";

type OtherPlansProps = { subscription: Subscription; onPay: (invoice: Invoice, plan: Plan) => void };

/** Offers the other plans with what a change costs now: with the open invoice, or the difference of the paid days. */
export function OtherPlans({ subscription, onPay }: OtherPlansProps) {
  const linkUp = useLinkUp();
  const plans = usePublicPlans();
  const { busy, failure, call } = useCall();
  const { invoice, plan: present } = subscription;
  const others = (plans.data ?? [])
    .filter(({ id }) => id !== present?.id)
    .toSorted((one, other) => one.value - other.value);
  async function handleChoose(plan: Plan) {
    if (invoice) return onPay(invoice, plan);
    await call(plan.id, async () => onPay(await openUpgrade(plan), plan));
  }
  if (!plans.data && plans.state === "loading") return <NotRead data={plans} />;
  if (plans.data && others.length === 0) return null;
  return (
    <section aria-label={m.billing_change_title()} className="flex flex-col gap-3">
      <h2 className="text-lg">{m.billing_change_title()}</h2>
      {failure && <Notice tone="danger">{failure}</Notice>}
      {plans.data ? (
        <PlanStep
          plans={others}
          subscription={subscription}
          invoice={invoice}
          planId={null}
          disabled={!linkUp || busy !== null}
          onChoose={(plan) => void handleChoose(plan)}
        />
      ) : (
        <NotRead data={plans} />
      )}
    </section>
  );
}
