import { createFileRoute, redirect } from "@tanstack/react-router";
import { can } from "../../../contracts/account/permissions.ts";
import { HomeScreen } from "../../screens/dashboard/index.tsx";
import { session } from "../../session/session.ts";

/** Admins start at the dashboard or the first steps, agents at the tickets. */
export const Route = createFileRoute("/_app/")({
  beforeLoad: () => {
    const { user } = session.get();
    if (user && !can.viewDashboard(user.profile)) throw redirect({ to: "/tickets" });
  },
  component: HomeScreen,
});
