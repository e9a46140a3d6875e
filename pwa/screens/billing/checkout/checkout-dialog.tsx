import { m } from "../../../i18n/paraglide/messages.js";
import { useListChanges } from "../../../session/use-list-changes.ts";
import { useServerData } from "../../../session/use-server-data.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Skeleton, useIsSlow } from "../../../ui/skeleton.tsx";
import { NotRead } from "../../lists/index.ts";
import { type Invoice, readPlans, readSubscription } from "../parts/billing-calls.ts";
import { Checkout } from "./checkout.tsx";

const REFRESH_MS = 300;

type CheckoutDialogProps = {
  invoice: Invoice;
  /** The plan that was chosen before; null: the invoice's. */
  planId?: string | null;
  onClose: () => void;
};

/** Opens the checkout of an invoice once its plan, the present usage and the public plans are loaded. */
export function CheckoutDialog({ invoice, planId = null, onClose }: CheckoutDialogProps) {
  const subscription = useServerData("/subscription", readSubscription);
  useListChanges(["invoices"], REFRESH_MS, subscription.again);
  const plans = useServerData("/plans/list", readPlans);
  if (subscription.data && plans.data)
    return (
      <Checkout
        invoice={invoice}
        subscription={subscription.data}
        plans={plans.data}
        chosenId={planId}
        onClose={onClose}
      />
    );
  const missing = subscription.data ? plans : subscription;
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
