import { createFileRoute, Outlet, redirect, useChildMatches } from "@tanstack/react-router";
import { session } from "../session/session.ts";
import { useSession } from "../session/use-session.ts";
import { OpenDesk } from "../shell/open-desk.tsx";
import { Shell } from "../shell/shell.tsx";
import type { ScreenLayers } from "../shell/shell-layers.tsx";
import { lazyPart, watchingPart } from "../ui/on-demand.tsx";

/** The screens that an admin of a company past its due date reaches: they work without the desk. */
const payingScreens = ["/financeiro", "/subscription"];

export const Route = createFileRoute("/_app")({
  beforeLoad: ({ location }) => {
    const { user } = session.get();
    if (!user) throw redirect({ to: "/login" });
    if (user.company.restricted && !payingScreens.includes(location.pathname)) throw redirect({ to: "/financeiro" });
  },
  component: AppLayout,
});

const WatchKeptScreens = watchingPart(
  async () => (await import("../screens/tickets/parts/watch-kept-screens.tsx")).WatchKeptScreens,
);
const RenewalWatch = watchingPart(async () => (await import("../screens/billing/parts/renewal.tsx")).RenewalWatch);

const layers: ScreenLayers = {
  Palette: lazyPart(async () => (await import("../screens/tickets/palette/search-palette.tsx")).SearchPalette),
  ProfileDialog: lazyPart(async () => (await import("../screens/users/profile/profile-dialog.tsx")).ProfileDialog),
  OutboxPanel: lazyPart(async () => (await import("../screens/outbox/outbox-panel.tsx")).OutboxPanel),
};

function AppLayout() {
  const { user } = useSession();
  if (!user) return null; // just signed out: the route guard redirects next
  return (
    <>
      <RenewalWatch />
      <Shell>
        {user.company.restricted ? (
          <PayingScreen />
        ) : (
          <OpenDesk user={user} layers={layers}>
            <WatchKeptScreens />
            <Outlet />
          </OpenDesk>
        )}
      </Shell>
    </>
  );
}

/** Draws nothing where the restriction has just begun: that screen needs the desk, and the route guard redirects next. */
function PayingScreen() {
  return useChildMatches({ select: ([screen]) => payingScreens.includes(screen?.pathname ?? "") }) ? <Outlet /> : null;
}
