import { createFileRoute } from "@tanstack/react-router";
import { AnnouncementsScreen } from "../../screens/announcements/index.tsx";
import { SuperOnly } from "../../screens/announcements/super-only.tsx";

export const Route = createFileRoute("/_app/announcements")({ component: AnnouncementsRoute });

function AnnouncementsRoute() {
  return (
    <SuperOnly>
      <AnnouncementsScreen />
    </SuperOnly>
  );
}
