import { createFileRoute, redirect } from "@tanstack/react-router";
import { DashboardScreen } from "../../screens/dashboard/index.tsx";
import { session } from "../../session/session.ts";
import { isAdmin } from "../../session/use-session.ts";

/** Admins begin with the figures, everybody else at the tickets. */
export const Route = createFileRoute("/_app/")({
  beforeLoad: () => {
    const { user } = session.get();
    if (user && !isAdmin(user)) throw redirect({ to: "/tickets" });
  },
  component: DashboardScreen,
});
