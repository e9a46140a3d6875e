import { createFileRoute } from "@tanstack/react-router";
import { SettingsScreen } from "../../screens/settings/index.tsx";
import { isAdmin, useUser } from "../../session/use-session.ts";
import { NotAllowedPage } from "../../shell/failure-pages.tsx";

export const Route = createFileRoute("/_app/settings")({ component: SettingsRoute });

function SettingsRoute() {
  return isAdmin(useUser()) ? <SettingsScreen /> : <NotAllowedPage />;
}
