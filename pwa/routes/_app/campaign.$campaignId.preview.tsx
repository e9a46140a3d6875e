import { createFileRoute } from "@tanstack/react-router";
import { CampaignsOnly } from "../../screens/campaigns/parts/campaigns-only.tsx";
import { CampaignPreviewScreen } from "../../screens/campaigns/preview/index.tsx";

export const Route = createFileRoute("/_app/campaign/$campaignId/preview")({
  validateSearch: ({ resend }): { resend?: true } => (resend === true ? { resend } : {}),
  component: CampaignPreviewRoute,
});

function CampaignPreviewRoute() {
  const { campaignId } = Route.useParams();
  const { resend = false } = Route.useSearch();
  return (
    <CampaignsOnly>
      <CampaignPreviewScreen key={campaignId} campaignId={campaignId} isResend={resend} />
    </CampaignsOnly>
  );
}
