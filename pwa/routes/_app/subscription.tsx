import { createFileRoute } from "@tanstack/react-router";
import { SubscriptionScreen } from "../../screens/billing/subscription/index.tsx";
import { useCan } from "../../session/desk.tsx";
import { NotAllowedPage } from "../../shell/not-allowed-page.tsx";

export const Route = createFileRoute("/_app/subscription")({ component: SubscriptionRoute });

function SubscriptionRoute() {
  return useCan("viewSubscription") ? <SubscriptionScreen /> : <NotAllowedPage />;
}
