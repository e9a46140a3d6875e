import { Link } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { m } from "../../../i18n/paraglide/messages.js";
import { useLinkUp } from "../../../session/desk.tsx";
import { usePage } from "../../../shell/page.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageBody, PageHead } from "../../../ui/page-head.tsx";
import { LastSeenNotice, NotRead } from "../../lists/index.ts";
import { CheckoutDialog } from "../checkout/checkout-dialog.tsx";
import type { Invoice, Subscription } from "../parts/billing-calls.ts";
import { useSubscription } from "../parts/use-billing.ts";
import { OtherPlans } from "./other-plans.tsx";
import { periodText } from "./period-text.ts";
import { PlanUsage } from "./plan-usage.tsx";

/** Shows the company's subscription: until when, for how much, how much of it is used, and the way to pay. */
export function SubscriptionScreen() {
  usePage(m.billing_subscription());
  const answer = useSubscription();
  return (
    <PageBody>
      <PageHead title={m.billing_subscription()} />
      <LastSeenNotice data={answer} className="mb-3.5" />
      {answer.data ? (
        <Details subscription={answer.data} />
      ) : (
        <NotRead data={answer} offlineText={m.billing_subscription_offline()} />
      )}
    </PageBody>
  );
}

function Details({ subscription }: { subscription: Subscription }) {
  const linkUp = useLinkUp();
  const [paying, setPaying] = useState<{ invoice: Invoice; planId: string | null } | null>(null);
  const close = useCallback(() => setPaying(null), []);
  const { invoice, email, plan } = subscription;
  return (
    <div className="flex max-w-220 flex-col gap-6">
      <div className="grid gap-6 lg:grid-cols-2">
        <section className="flex flex-col gap-4">
          <TextField label={m.billing_period()} readOnly value={periodText(subscription)} />
          <TextField label={m.billing_email()} readOnly value={email || m.billing_no_email()} />
          {!linkUp && <Notice tone="warn">{m.billing_checkout_offline()}</Notice>}
          {plan && !invoice && <Notice tone="info">{m.billing_no_invoice()}</Notice>}
          <div className="flex flex-wrap items-center gap-2">
            {plan && (
              <Button
                kind="primary"
                disabled={!invoice || !linkUp}
                onClick={() => invoice && setPaying({ invoice, planId: null })}
              >
                {m.billing_subscribe()}
              </Button>
            )}
            <Link
              to="/financeiro"
              className="inline-flex h-(--control) items-center rounded-md px-3 font-medium text-ink-2 text-sm hover:bg-hover touch:h-11"
            >
              {m.billing_see_invoices()}
            </Link>
          </div>
        </section>
        <PlanUsage subscription={subscription} />
      </div>
      {plan && (
        <OtherPlans
          subscription={subscription}
          onPay={(chosen, { id: planId }) => setPaying({ invoice: chosen, planId })}
        />
      )}
      {paying && <CheckoutDialog {...paying} onClose={close} />}
    </div>
  );
}
