import { m } from "../../../i18n/paraglide/messages.js";
import { Dialog } from "../../../ui/layers/dialog.tsx";
import { Skeleton, useIsSlow } from "../../../ui/lists/skeleton.tsx";
import { NotRead } from "../../lists/index.ts";
import type { Invoice } from "../parts/billing-calls.ts";
import { usePublicPlans, useSubscription } from "../parts/use-billing.ts";
import { Checkout } from "./checkout.tsx";

type CheckoutDialogProps = {
  invoice: Invoice;
  /** The plan that was chosen before; null: the invoice's. */
  planId?: string | null;
  onClose: () => void;
};

/** Opens the checkout of an invoice once its plan, the present usage and the public plans are loaded. */
export function CheckoutDialog({ invoice, planId = null, onClose }: CheckoutDialogProps) {
  const subscription = useSubscription();
  const plans = usePublicPlans();
  // Prices that were seen before are not offered.
  const isAsking = [subscription, plans].some(({ state }) => state === "loading");
  if (subscription.data && plans.data && !isAsking)
    return (
      <Checkout
        invoice={invoice}
        subscription={subscription.data}
        plans={plans.data}
        chosenId={planId}
        onClose={onClose}
      />
    );
  const missing = subscription.data && subscription.state !== "loading" ? plans : subscription;
  const again = () => {
    subscription.again();
    plans.again();
  };
  return (
    <Dialog open onClose={onClose} title={m.billing_checkout_title()} size="large">
      <NotRead data={{ ...missing, again }} offlineText={m.billing_checkout_offline()} />
      {missing.state === "loading" && <Loading />}
    </Dialog>
  );
}

const Loading = () => (useIsSlow() ? <Skeleton className="h-60 w-full" /> : <div className="h-60" />);
