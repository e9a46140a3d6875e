import { useNavigate } from "@tanstack/react-router";
import { Check, ChevronRight, Pencil, WifiOff } from "lucide-react";
import { Fragment, useState } from "react";
import { serverNow } from "../../../../sync/client/server-clock.ts";
import { numberFormat } from "../../../i18n/number-format.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { withZone } from "../../../i18n/plan-zone.ts";
import { useSyncStatus } from "../../../session/desk.tsx";
import { useCall } from "../../../session/server-data/use-call.ts";
import { useServerData } from "../../../session/server-data/use-server-data.ts";
import { Button } from "../../../ui/button.tsx";
import { usePhone } from "../../../ui/hooks/use-phone.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Skeleton } from "../../../ui/lists/skeleton.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { NotRead } from "../../lists/index.ts";
import { CampaignDialog } from "../dialog/campaign-dialog.tsx";
import { campaignCalls, readCampaign } from "../parts/campaign-calls.ts";
import { formOf } from "../parts/campaign-form.ts";
import { CampaignStatus } from "../parts/campaign-look.tsx";
import { type CampaignPreview, excludedOf, readPreview } from "../parts/campaign-preview.ts";
import { momentAt } from "../parts/campaign-times.ts";
import type { Campaign } from "../parts/campaign-wire.ts";
import { SubPage } from "../parts/sub-page.tsx";
import { usePicture } from "../parts/use-picture.ts";
import { ConfirmStart } from "./confirm-start.tsx";
import { Forecast } from "./forecast.tsx";
import { withOptOutLine } from "./opt-out-line.ts";
import { Reasons } from "./reasons.tsx";
import { Samples } from "./samples.tsx";
import { type Step, stepOf, steps } from "./step.ts";
import { Warnings } from "./warnings.tsx";

/** Samples of one answer. */
const SAMPLES = 5;

type PreviewProps = {
  campaignId: string;
  /** The dry run of sending again to the recipients that failed. */
  isResend?: boolean;
};

/** Shows what a campaign would do, before it starts, restarts or sends again. Nothing is sent and nothing is stored. */
export function CampaignPreviewScreen({ campaignId, isResend = false }: PreviewProps) {
  const campaign = useServerData(`/campaigns/${campaignId}`, readCampaign, { changesWith: ["campaigns"] });
  const name = campaign.data?.name ?? null;
  if (campaign.data) return <DryRun campaign={campaign.data} isResend={isResend} again={campaign.again} />;
  return (
    <SubPage title={m.campaigns_preview_short()} shortTitle={m.campaigns_preview_short()} name={name}>
      {campaign.state === "loading" ? (
        <Skeleton className="h-60 w-full rounded-lg" />
      ) : (
        <NotRead data={campaign} offlineTitle={m.campaigns_offline_title()} offlineText={m.campaigns_offline_text()} />
      )}
    </SubPage>
  );
}

type DryRunProps = { campaign: Campaign; isResend: boolean; again: () => void };

function DryRun({ campaign, isResend, again }: DryRunProps) {
  const { id, name, status } = campaign;
  const { linkUp } = useSyncStatus();
  const [page, setPage] = useState(1);
  const step = stepOf(campaign, isResend);
  const isAhead = step !== null || status === "scheduled";
  const hasPassed =
    step === "schedule" && campaign.scheduledAt !== null && Date.parse(campaign.scheduledAt) <= serverNow();
  // A change of the campaign is another dry run.
  const preview = useServerData(isAhead ? `/campaigns/${id}/preview?samplesPage=${page}` : null, readPreview, {
    version: campaign.updatedAt,
  });
  const [shown, setShown] = useState<CampaignPreview | null>(null);
  if (preview.data && preview.data !== shown) setShown(preview.data);
  const [layer, setLayer] = useState<"edit" | "confirm" | null>(null);
  const addLine = useAddLine(campaign, again);
  const canStart = linkUp && shown !== null && shown.recipients > 0 && !hasPassed;
  const confirm = step && shown && (
    <Button
      kind="primary"
      size="normal"
      icon={<Check aria-hidden="true" size={16} />}
      disabled={!canStart}
      onClick={() => setLayer("confirm")}
      className="max-sm:h-11 max-sm:w-full"
    >
      {steps[step].button({ count: shown.recipients, shown: numberFormat(shown.recipients) })}
    </Button>
  );
  return (
    <SubPage
      title={m.campaigns_preview_title({ name })}
      shortTitle={m.campaigns_preview_short()}
      name={name}
      status={<CampaignStatus status={status} className="h-6" />}
      line={isAhead && lineOf(campaign, step, shown)}
      actions={
        <>
          <Button icon={<Pencil aria-hidden="true" size={15} />} onClick={() => setLayer("edit")}>
            {m.campaigns_preview_edit()}
          </Button>
          {confirm}
        </>
      }
      phoneActions={
        <IconButton
          size="large"
          label={m.campaigns_preview_edit()}
          icon={<Pencil size={19} />}
          onClick={() => setLayer("edit")}
        />
      }
      foot={confirm}
    >
      <div className="flex flex-col gap-3">
        {!linkUp && (
          <Notice tone="warn" icon={<WifiOff aria-hidden="true" size={16} />}>
            {m.campaigns_offline()}
          </Notice>
        )}
        {!isAhead && <AlreadyStarted id={id} />}
        {hasPassed && <Notice tone="danger">{m.error_campaign_not_future()}</Notice>}
        {addLine.failure && <Notice tone="danger">{addLine.failure}</Notice>}
        {isAhead && preview.state === "loading" && !shown && <Skeleton className="h-60 w-full rounded-lg" />}
        {isAhead && !shown && preview.state !== "loading" && <NotRead data={preview} />}
        {isAhead && shown && (
          <>
            <Warnings
              warnings={shown.warnings}
              canChange={campaign.isEditable && linkUp}
              busy={addLine.busy}
              onAddLine={addLine.run}
              onEdit={() => setLayer("edit")}
            />
            <Body
              campaign={campaign}
              preview={shown}
              isLoading={preview.state === "loading"}
              onOthers={() => setPage(nextPage(page, shown))}
            />
          </>
        )}
      </div>
      {layer === "edit" && <CampaignDialog campaignId={id} onSaved={again} onClose={() => setLayer(null)} />}
      {layer === "confirm" && shown && step && (
        <ConfirmStart campaign={campaign} step={step} preview={shown} onClose={() => setLayer(null)} />
      )}
    </SubPage>
  );
}

/** After the last recipients the first ones follow again. */
const nextPage = (page: number, { recipients }: CampaignPreview) => (page * SAMPLES >= recipients ? 1 : page + 1);

function lineOf({ scheduledAt }: Campaign, step: Step | null, preview: CampaignPreview | null): string {
  const timeZone = preview?.timeZone;
  const start = scheduledAt && timeZone ? withZone(momentAt(scheduledAt, timeZone), timeZone, scheduledAt) : null;
  if (step === null && start) return `${m.campaigns_preview_nothing()} ${m.campaigns_preview_scheduled({ start })}`;
  if (step === "schedule" && start) return `${m.campaigns_preview_nothing()} ${m.campaigns_preview_planned({ start })}`;
  if (step === "restart" || step === "resend") return m.campaigns_preview_rest();
  return `${m.campaigns_preview_nothing()} ${m.campaigns_preview_when({ when: m.campaigns_preview_when_now() })}`;
}

function AlreadyStarted({ id }: { id: string }) {
  const navigate = useNavigate();
  return (
    <Notice
      tone="info"
      actions={
        <Button
          size="small"
          onClick={() => void navigate({ to: "/campaign/$campaignId/report", params: { campaignId: id } })}
        >
          {m.campaigns_report()}
        </Button>
      }
    >
      {m.campaigns_preview_running()}
    </Notice>
  );
}

type BodyProps = { campaign: Campaign; preview: CampaignPreview; isLoading: boolean; onOthers: () => void };

function Body({ campaign, preview, isLoading, onOthers }: BodyProps) {
  const picture = usePicture(campaign);
  return (
    <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <div className="flex min-w-0 flex-col gap-3">
        <Numbers preview={preview} />
        {preview.recipients === 0 && <Notice tone="danger">{m.campaigns_preview_nobody()}</Notice>}
        <Reasons campaignId={campaign.id} preview={preview} />
        <Forecast preview={preview} />
      </div>
      {preview.samples.length > 0 && (
        <Samples
          samples={preview.samples}
          file={campaign.mediaName}
          picture={picture}
          hasOthers={preview.recipients > preview.samples.length}
          isLoading={isLoading}
          onOthers={onOthers}
        />
      )}
    </div>
  );
}

function Numbers({ preview }: { preview: CampaignPreview }) {
  const isPhone = usePhone();
  const numbers = [
    {
      label: isPhone ? m.campaigns_preview_total_short() : m.campaigns_preview_total(),
      count: preview.total,
      look: "",
    },
    { label: m.campaigns_preview_out(), count: excludedOf(preview), look: "" },
    { label: m.campaigns_preview_in(), count: preview.recipients, look: "text-primary-ink" },
  ];
  return (
    <dl className="line-ring flex items-center gap-2 rounded-lg px-4 py-3">
      {numbers.map(({ label, count, look }, index) => (
        <Fragment key={label}>
          {index > 0 && <ChevronRight aria-hidden="true" size={15} className="shrink-0 text-ink-3" />}
          <div className="min-w-0 flex-1">
            <dt className="text-ink-2 text-xs">{label}</dt>
            <dd className={`font-semibold text-3xl tabular-nums max-sm:text-2xl ${look}`}>{numberFormat(count)}</dd>
          </div>
        </Fragment>
      ))}
    </dl>
  );
}

/** Adds the line that says how to opt out to the campaign's messages. */
function useAddLine(campaign: Campaign, again: () => void) {
  const { busy, failure, call, forget } = useCall();
  const [isTooLong, setTooLong] = useState(false);
  async function add() {
    forget();
    const form = formOf(campaign);
    const messages = withOptOutLine(form.messages, m.campaigns_opt_out_line());
    setTooLong(messages === null);
    if (!messages) return;
    if (await call("line", () => campaignCalls.change(campaign.id, { ...form, messages }))) again();
  }
  return {
    run: () => void add(),
    busy: busy !== null,
    failure: isTooLong ? m.campaigns_opt_out_too_long() : failure,
  };
}
