import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { session } from "../session/session.ts";
import { useSession } from "../session/use-session.ts";
import { OpenDesk } from "../shell/open-desk.tsx";
import { Shell } from "../shell/shell.tsx";

export const Route = createFileRoute("/_app")({
  beforeLoad: () => {
    if (!session.get().user) throw redirect({ to: "/login" });
  },
  component: AppLayout,
});

function AppLayout() {
  const { user } = useSession();
  if (!user) return null; // signed out a moment ago: the guard is on its way
  return (
    <Shell>
      <OpenDesk user={user}>
        <Outlet />
      </OpenDesk>
    </Shell>
  );
}
