import { useEffect, useState } from "react";
import { m } from "../../../i18n/paraglide/messages.js";
import { useLinkUp } from "../../../session/desk.tsx";
import { useUser } from "../../../session/use-session.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/layers/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toasts/toast.tsx";
import { useForm } from "../../lists/index.ts";
import { type Invoice, type PaymentResult, type Plan, payInvoice, type Subscription } from "../parts/billing-calls.ts";
import { useWaitingPayment } from "../parts/renewal.tsx";
import { type BillingForm, billingProblems, startOf } from "./billing-form.ts";
import { CheckoutFoot } from "./checkout-foot.tsx";
import { DataStep } from "./data-step.tsx";
import { forgetForm, keepForm, readKeptForm } from "./kept-form.ts";
import { PaymentWays } from "./payment-ways.tsx";
import { plansToShow } from "./plan-fit.ts";
import { PlanStep } from "./plan-step.tsx";
import { Renewed } from "./renewed.tsx";
import { ReviewStep } from "./review-step.tsx";
import { type Step, StepBar } from "./step-bar.tsx";

type CheckoutProps = {
  invoice: Invoice;
  subscription: Subscription;
  plans: Plan[];
  /** The plan that was chosen before; null: the invoice's. */
  chosenId: string | null;
  onClose: () => void;
};

/** Leads through the three steps to the ways to pay, and waits for the payment. */
export function Checkout({ invoice, subscription, plans, chosenId, onClose }: CheckoutProps) {
  const { company } = useUser();
  const linkUp = useLinkUp();
  const [step, setStep] = useState<Step>("data");
  const [attempts, setAttempts] = useState(0);
  const choices = plansToShow(plans, subscription.plan);
  const [planId, setPlanId] = useState(chosenId ?? invoice.planId ?? subscription.plan?.id ?? null);
  const plan = choices.find(({ id }) => id === planId) ?? null;
  const [result, setResult] = useState<PaymentResult | null>(null);
  const [start] = useState(() => readKeptForm(company.id) ?? startOf(subscription.billing));
  const form = useForm<BillingForm>({
    start,
    check: billingProblems,
    save: async (values) => {
      // The plan is sent only when it changes: the invoice keeps its own otherwise.
      const changed = plan && plan.id !== invoice.planId ? plan : null;
      setResult(await payInvoice(invoice, changed, values));
    },
  });
  const { values, isDirty } = form;
  useEffect(() => {
    if (isDirty) keepForm(company.id, values);
  }, [company.id, values, isDirty]);
  const isRenewed = useWaitingPayment(result !== null);
  const isUpgrade = invoice.kind === "upgrade";
  // An upgrade leaves the due date as it is: its payment is known by the company's plan.
  const isUpgraded = isUpgrade && result !== null && plan !== null && subscription.plan?.id === plan.id;
  const isPaid = isRenewed || isUpgraded;

  async function handlePay() {
    if (!(await form.submit())) return;
    forgetForm(company.id);
    toast.success(m.billing_succeeded());
  }
  const handleNext = () => {
    if (form.validate()) setStep("plan");
    else setAttempts((count) => count + 1);
  };
  const choose = (chosen: Plan) => {
    setPlanId(chosen.id);
    setStep("review");
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.billing_checkout_title()}
      size="large"
      footer={
        <CheckoutFoot
          step={step}
          isWaiting={result !== null}
          isPaid={isPaid}
          isUpgrade={isUpgrade}
          isBusy={form.isBusy}
          canPay={linkUp}
          onBack={() => setStep(step === "review" ? "plan" : "data")}
          onNext={handleNext}
          onPay={() => void handlePay()}
          onClose={onClose}
        />
      }
    >
      <StepBar step={step} isDone={result !== null} />
      {!linkUp && !isPaid && (
        <Notice tone="warn" className="mb-4">
          {m.billing_checkout_offline()}
        </Notice>
      )}
      {form.failure && step === "review" && (
        <Notice tone="danger" className="mb-4">
          {form.failure}
        </Notice>
      )}
      {isPaid ? (
        <Renewed plan={isUpgrade && plan ? plan.name : null} />
      ) : step === "data" ? (
        <DataStep form={form} attempts={attempts} onNext={handleNext} />
      ) : step === "plan" ? (
        <PlanStep plans={choices} {...{ subscription, invoice, planId }} onChoose={choose} />
      ) : result ? (
        <PaymentWays invoice={invoice} result={result}>
          <ReviewStep {...{ invoice, plan, subscription, result }} form={values} />
        </PaymentWays>
      ) : (
        <ReviewStep {...{ invoice, plan, subscription, result }} form={values} />
      )}
      {step === "review" && !result && (
        <Button kind="ghost" size="small" className="mt-3" onClick={() => setStep("data")}>
          {m.ui_edit()}
        </Button>
      )}
    </Dialog>
  );
}
