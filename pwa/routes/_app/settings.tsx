import { createFileRoute } from "@tanstack/react-router";
import { SettingsScreen } from "../../screens/settings/index.tsx";
import { useCan } from "../../session/desk.tsx";
import { NotAllowedPage } from "../../shell/not-allowed-page.tsx";

export const Route = createFileRoute("/_app/settings")({ component: SettingsRoute });

function SettingsRoute() {
  return useCan("manageSettings") ? <SettingsScreen /> : <NotAllowedPage />;
}
