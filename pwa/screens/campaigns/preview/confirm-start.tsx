import { useNavigate } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import { serverNow } from "../../../../sync/client/server-clock.ts";
import { numberFormat } from "../../../i18n/number-format.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { withZone } from "../../../i18n/plan-zone.ts";
import { useCall } from "../../../session/server-data/use-call.ts";
import { ConfirmDialog } from "../../../ui/layers/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toasts/toast.tsx";
import type { CampaignPreview } from "../parts/campaign-preview.ts";
import { clockAt, endAt, isSameDay, momentAt } from "../parts/campaign-times.ts";
import type { Campaign } from "../parts/campaign-wire.ts";
import { type Step, steps } from "./step.ts";

type ConfirmStartProps = { campaign: Campaign; step: Step; preview: CampaignPreview; onClose: () => void };

/** A start within this time is "now". */
const NOW_MS = 2 * 60_000;

/** Asks with the number of people before messages leave or are scheduled, then opens the report, or the list. */
export function ConfirmStart({ campaign, step, preview, onClose }: ConfirmStartProps) {
  const navigate = useNavigate();
  const { busy, failure, call } = useCall();
  const texts = steps[step];
  const { recipients, warnings, startsAt, endsAt, timeZone } = preview;
  async function handleStart() {
    if (!(await call(step, () => texts.call(campaign.id)))) return;
    toast.success(texts.done());
    if (step === "schedule") await navigate({ to: "/campaigns" });
    else await navigate({ to: "/campaign/$campaignId/report", params: { campaignId: campaign.id } });
  }
  const isNow = startsAt !== null && Date.parse(startsAt) - serverNow() < NOW_MS;
  return (
    <ConfirmDialog
      open
      danger={false}
      title={texts.question({ count: recipients, shown: numberFormat(recipients) })}
      confirmLabel={texts.confirm()}
      cancelLabel={m.campaigns_preview_confirm_no()}
      busy={busy !== null && texts.confirm()}
      onConfirm={() => void handleStart()}
      onClose={onClose}
    >
      <p>
        {startsAt && endsAt
          ? m.campaigns_preview_confirm_text({
              start: isNow ? m.campaigns_start_now() : momentAt(startsAt, timeZone),
              end: withZone(
                isSameDay(startsAt, endsAt, timeZone) ? clockAt(endsAt, timeZone) : endAt(endsAt, timeZone),
                timeZone,
                endsAt,
              ),
            })
          : m.campaigns_preview_confirm_open()}
      </p>
      {warnings.length > 0 && (
        <Notice tone="warn" icon={<TriangleAlert aria-hidden="true" size={16} />} className="mt-3">
          {m.campaigns_preview_confirm_warnings({ count: warnings.length })}
        </Notice>
      )}
      {failure && (
        <Notice tone="danger" className="mt-3">
          {failure}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
