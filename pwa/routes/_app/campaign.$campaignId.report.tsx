import { createFileRoute } from "@tanstack/react-router";
import { CampaignsOnly } from "../../screens/campaigns/parts/campaigns-only.tsx";
import { CampaignReportScreen } from "../../screens/campaigns/report/index.tsx";

export const Route = createFileRoute("/_app/campaign/$campaignId/report")({ component: CampaignReportRoute });

function CampaignReportRoute() {
  const { campaignId } = Route.useParams();
  return (
    <CampaignsOnly>
      <CampaignReportScreen key={campaignId} campaignId={campaignId} />
    </CampaignsOnly>
  );
}
