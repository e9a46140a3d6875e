import { createFileRoute } from "@tanstack/react-router";
import { CampaignsOnly } from "../../screens/campaigns/parts/campaigns-only.tsx";
import { CampaignSettingsScreen } from "../../screens/campaigns/settings/index.tsx";

export const Route = createFileRoute("/_app/campaigns-config")({ component: CampaignSettingsRoute });

function CampaignSettingsRoute() {
  return (
    <CampaignsOnly>
      <CampaignSettingsScreen />
    </CampaignsOnly>
  );
}
