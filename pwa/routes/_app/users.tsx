import { createFileRoute } from "@tanstack/react-router";
import { UsersScreen } from "../../screens/users/index.tsx";
import { useCan } from "../../session/desk.tsx";
import { NotAllowedPage } from "../../shell/not-allowed-page.tsx";

export const Route = createFileRoute("/_app/users")({ component: UsersRoute });

function UsersRoute() {
  return useCan("manageUsers") ? <UsersScreen /> : <NotAllowedPage />;
}
