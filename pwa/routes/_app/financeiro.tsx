import { createFileRoute } from "@tanstack/react-router";
import { InvoicesScreen } from "../../screens/billing/index.tsx";
import { useCan } from "../../session/desk.tsx";
import { NotAllowedPage } from "../../shell/not-allowed-page.tsx";

export const Route = createFileRoute("/_app/financeiro")({ component: FinanceRoute });

function FinanceRoute() {
  return useCan("viewSubscription") ? <InvoicesScreen /> : <NotAllowedPage />;
}
