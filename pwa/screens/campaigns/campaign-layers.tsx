import { m } from "../../i18n/paraglide/messages.js";
import { useUser } from "../../session/use-session.ts";
import { DeleteDialog } from "../lists/index.ts";
import { CampaignDialog } from "./dialog/campaign-dialog.tsx";
import { campaignCalls } from "./parts/campaign-calls.ts";
import { draftsOf } from "./parts/campaign-drafts.ts";
import type { CampaignRow } from "./parts/campaign-wire.ts";
import { StopDialog } from "./parts/stop-dialogs.tsx";

/** `edit` with null: a new campaign. */
export type CampaignLayer =
  | { kind: "edit"; id: string | null }
  | { kind: "stop" | "delete"; campaign: CampaignRow }
  | null;

/** Draws the dialog or question that is open over the list. */
export function CampaignLayers({ layer, onLayer }: { layer: CampaignLayer; onLayer: (layer: CampaignLayer) => void }) {
  const { id: userId } = useUser();
  const close = () => onLayer(null);
  if (layer === null) return null;
  if (layer.kind === "edit") return <CampaignDialog key={layer.id ?? "new"} campaignId={layer.id} onClose={close} />;
  const { campaign } = layer;
  if (layer.kind === "stop") return <StopDialog campaign={campaign} onClose={close} />;
  return (
    <DeleteDialog
      name={campaign.name}
      onDelete={async () => {
        await campaignCalls.remove(campaign.id);
        draftsOf(userId).remove(campaign.id);
      }}
      deleted={m.campaigns_deleted()}
      onClose={close}
    />
  );
}
