import { Info } from "lucide-react";
import { m } from "../../../i18n/paraglide/messages.js";
import { Button } from "../../../ui/button.tsx";
import type { Step } from "./step-bar.tsx";

type CheckoutFootProps = {
  step: Step;
  /** The ways to pay are shown. */
  isWaiting: boolean;
  /** The payment has arrived. */
  isPaid: boolean;
  isUpgrade: boolean;
  isBusy: boolean;
  canPay: boolean;
  onBack: () => void;
  onNext: () => void;
  onPay: () => void;
  onClose: () => void;
};

/** Draws the buttons of a step. The step of the plans has none: choosing a plan goes on. */
export function CheckoutFoot(props: CheckoutFootProps) {
  const { step, isWaiting, isPaid, isUpgrade, isBusy, canPay, onBack, onNext, onPay, onClose } = props;
  if (isWaiting)
    return (
      <>
        {!isPaid && (
          <span className="mr-auto flex min-w-0 items-center gap-1.5 text-ink-3 text-xs">
            <Info aria-hidden="true" size={14} className="shrink-0" />
            {isUpgrade ? m.billing_may_close_upgrade() : m.billing_may_close()}
          </span>
        )}
        <Button onClick={onClose}>{m.ui_close()}</Button>
      </>
    );
  return (
    <>
      {step === "data" ? (
        <Button onClick={onClose}>{m.ui_cancel()}</Button>
      ) : (
        <Button onClick={onBack} disabled={isBusy}>
          {m.ui_back()}
        </Button>
      )}
      {step === "data" && (
        <Button kind="primary" onClick={onNext}>
          {m.billing_next()}
        </Button>
      )}
      {step === "review" && (
        <Button kind="primary" disabled={!canPay} busy={isBusy && m.billing_paying()} onClick={onPay}>
          {m.billing_pay()}
        </Button>
      )}
    </>
  );
}
