import { Gauge } from "lucide-react";
import { useState } from "react";
import { m } from "../../../i18n/paraglide/messages.js";
import { apiFetch } from "../../../session/api-fetch.ts";
import { useCall } from "../../../session/server-data/use-call.ts";
import { Button } from "../../../ui/button.tsx";
import { type CampaignPreview, readPreview } from "../parts/campaign-preview.ts";
import { summaryOf } from "./dry-run-summary.ts";

type DryRunStripProps = {
  /** Null: the campaign is not saved yet. */
  campaignId: string | null;
  isDirty: boolean;
  disabled: boolean;
  /** Saves the form and opens the dry run. */
  onSave: () => void;
  onOpen: () => void;
};

/** Says who would receive the campaign, how long it takes and the risk, without sending anything. */
export function DryRunStrip({ campaignId, isDirty, disabled, onSave, onOpen }: DryRunStripProps) {
  const [preview, setPreview] = useState<CampaignPreview | null>(null);
  const { busy, failure, call } = useCall();
  const needsSaving = campaignId === null || isDirty;
  async function handleRun() {
    await call("run", async () => {
      setPreview(readPreview(await (await apiFetch(`/campaigns/${campaignId}/preview`)).json()));
    });
  }
  return (
    <div
      role="status"
      className="flex flex-wrap items-start gap-x-2.5 gap-y-2 rounded-lg bg-warn-soft px-3 py-2.5 text-on-warn-soft text-sm"
    >
      <Gauge aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
      <p className="min-w-48 flex-1">
        <b className="font-semibold">{m.campaigns_dry_run()}</b> {failure ?? sentenceOf(preview, needsSaving)}
      </p>
      <span className="flex gap-2">
        {preview && !needsSaving && (
          <Button size="small" onClick={onOpen}>
            {m.campaigns_dry_run_more()}
          </Button>
        )}
        {needsSaving ? (
          <Button size="small" disabled={disabled} onClick={onSave}>
            {m.campaigns_dry_run_save()}
          </Button>
        ) : (
          <Button
            size="small"
            disabled={disabled}
            busy={busy !== null && m.campaigns_dry_run_run()}
            onClick={() => void handleRun()}
          >
            {preview ? m.campaigns_dry_run_again() : m.campaigns_dry_run_run()}
          </Button>
        )}
      </span>
    </div>
  );
}

function sentenceOf(preview: CampaignPreview | null, needsSaving: boolean): string {
  if (needsSaving) return m.campaigns_dry_run_save_first();
  return preview ? summaryOf(preview) : m.campaigns_dry_run_text();
}
