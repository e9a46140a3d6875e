import { createFileRoute } from "@tanstack/react-router";
import { CampaignsScreen } from "../../screens/campaigns/index.tsx";
import { CampaignsOnly } from "../../screens/campaigns/parts/campaigns-only.tsx";

export const Route = createFileRoute("/_app/campaigns")({ component: CampaignsRoute });

function CampaignsRoute() {
  return (
    <CampaignsOnly>
      <CampaignsScreen />
    </CampaignsOnly>
  );
}
