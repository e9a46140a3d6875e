import { createFileRoute } from "@tanstack/react-router";
import { UsersScreen } from "../../screens/users/index.tsx";
import { isAdmin, useUser } from "../../session/use-session.ts";
import { NotAllowedPage } from "../../shell/failure-pages.tsx";

export const Route = createFileRoute("/_app/users")({ component: UsersRoute });

function UsersRoute() {
  return isAdmin(useUser()) ? <UsersScreen /> : <NotAllowedPage />;
}
