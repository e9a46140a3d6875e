import { createFileRoute } from "@tanstack/react-router";
import { QueuesScreen } from "../../screens/queues/index.tsx";
import { useCan } from "../../session/desk.tsx";
import { NotAllowedPage } from "../../shell/not-allowed-page.tsx";

export const Route = createFileRoute("/_app/queues")({ component: QueuesRoute });

function QueuesRoute() {
  return useCan("manageQueues") ? <QueuesScreen /> : <NotAllowedPage />;
}
