import { createFileRoute } from "@tanstack/react-router";
import { QueuesScreen } from "../../screens/queues/index.tsx";
import { isAdmin, useUser } from "../../session/use-session.ts";
import { NotAllowedPage } from "../../shell/failure-pages.tsx";

export const Route = createFileRoute("/_app/queues")({ component: QueuesRoute });

function QueuesRoute() {
  return isAdmin(useUser()) ? <QueuesScreen /> : <NotAllowedPage />;
}
