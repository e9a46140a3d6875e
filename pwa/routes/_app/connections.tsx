import { createFileRoute } from "@tanstack/react-router";
import { ConnectionsScreen } from "../../screens/connections/index.tsx";
import { useCan } from "../../session/desk.tsx";
import { NotAllowedPage } from "../../shell/not-allowed-page.tsx";

export const Route = createFileRoute("/_app/connections")({ component: ConnectionsRoute });

function ConnectionsRoute() {
  return useCan("manageConnections") ? <ConnectionsScreen /> : <NotAllowedPage />;
}
