import { createFileRoute } from "@tanstack/react-router";
import { ConnectionsScreen } from "../../screens/connections/index.tsx";
import { isAdmin, useUser } from "../../session/use-session.ts";
import { NotAllowedPage } from "../../shell/failure-pages.tsx";

export const Route = createFileRoute("/_app/connections")({ component: ConnectionsRoute });

function ConnectionsRoute() {
  return isAdmin(useUser()) ? <ConnectionsScreen /> : <NotAllowedPage />;
}
