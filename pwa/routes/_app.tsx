import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { session } from "../session/session.ts";
import { useSession } from "../session/use-session.ts";
import { OpenDesk } from "../shell/open-desk.tsx";
import { Shell } from "../shell/shell.tsx";
import type { ScreenLayers } from "../shell/shell-layers.tsx";
import { lazyPart } from "../ui/on-demand.tsx";

export const Route = createFileRoute("/_app")({
  beforeLoad: () => {
    if (!session.get().user) throw redirect({ to: "/login" });
  },
  component: AppLayout,
});

const layers: ScreenLayers = {
  Palette: lazyPart(async () => (await import("../screens/tickets/palette/search-palette.tsx")).SearchPalette),
  ProfileDialog: lazyPart(async () => (await import("../screens/users/profile/profile-dialog.tsx")).ProfileDialog),
  OutboxPanel: lazyPart(async () => (await import("../screens/outbox/outbox-panel.tsx")).OutboxPanel),
};

function AppLayout() {
  const { user } = useSession();
  if (!user) return null; // just signed out: the route guard redirects next
  return (
    <Shell>
      <OpenDesk user={user} layers={layers}>
        <Outlet />
      </OpenDesk>
    </Shell>
  );
}
