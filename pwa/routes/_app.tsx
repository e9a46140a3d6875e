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
  if (!user) return null; // just signed out: the route guard redirects next
  return (
    <Shell>
      <OpenDesk user={user}>
        <Outlet />
      </OpenDesk>
    </Shell>
  );
}
