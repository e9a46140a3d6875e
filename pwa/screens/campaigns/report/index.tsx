import { useNavigate } from "@tanstack/react-router";
import { RefreshCw, Square, WifiOff } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { m } from "../../../i18n/paraglide/messages.js";
import { useSyncStatus } from "../../../session/desk.tsx";
import { ZoneLine } from "../../../session/zone-line.tsx";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Skeleton } from "../../../ui/lists/skeleton.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { LastSeenNotice, NotRead } from "../../lists/index.ts";
import { CampaignStatus } from "../parts/campaign-look.tsx";
import { StopDialog } from "../parts/stop-dialogs.tsx";
import { SubPage } from "../parts/sub-page.tsx";
import { Cards } from "./cards.tsx";
import { PaceChart } from "./pace-chart.tsx";
import { Recipients, type StateFilter } from "./recipients.tsx";
import type { CampaignReport } from "./report-wire.ts";
import { StatusCard } from "./status-card.tsx";
import { useReport } from "./use-report.ts";
import { Variants } from "./variants.tsx";
import { WaitingNotices } from "./waiting-notices.tsx";
import { WhyNot } from "./why-not.tsx";

/** Shows the live report of a campaign. */
export function CampaignReportScreen({ campaignId }: { campaignId: string }) {
  const { linkUp } = useSyncStatus();
  const report = useReport(campaignId);
  const [asksToStop, setAsksToStop] = useState(false);
  const navigate = useNavigate();
  const { data, again } = report;
  const campaign = data?.campaign ?? null;
  const name = campaign?.name ?? null;
  const close = () => setAsksToStop(false);
  const openDryRun = () => void navigate({ to: "/campaign/$campaignId/preview", params: { campaignId } });
  const change =
    campaign?.status === "running"
      ? { run: () => setAsksToStop(true), label: m.campaigns_stop(), Icon: Square }
      : campaign?.status === "cancelled"
        ? { run: openDryRun, label: m.campaigns_restart(), Icon: RefreshCw }
        : null;
  return (
    <SubPage
      title={name === null ? m.campaigns_report_short() : m.campaigns_report_title({ name })}
      shortTitle={m.campaigns_report_short()}
      name={name}
      status={campaign && <CampaignStatus status={campaign.status} className="h-6" />}
      actions={
        <>
          <Button icon={<RefreshCw aria-hidden="true" size={15} />} disabled={!linkUp} onClick={again}>
            {m.campaigns_report_refresh()}
          </Button>
          {change && (
            <Button icon={<change.Icon aria-hidden="true" size={14} />} disabled={!linkUp} onClick={change.run}>
              {change.label}
            </Button>
          )}
        </>
      }
      phoneActions={
        <IconButton
          size="large"
          label={m.campaigns_report_refresh()}
          icon={<RefreshCw size={19} />}
          disabled={!linkUp}
          onClick={again}
        />
      }
      foot={
        change && (
          <Button
            size="large"
            icon={<change.Icon aria-hidden="true" size={16} />}
            disabled={!linkUp}
            onClick={change.run}
            className="w-full"
          >
            {change.label}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3">
        <LastSeenNotice data={report} />
        {!linkUp && !data && (
          <Notice tone="warn" icon={<WifiOff aria-hidden="true" size={16} />}>
            {m.campaigns_offline()}
          </Notice>
        )}
        {data ? (
          <Body report={data} />
        ) : report.state === "loading" ? (
          <Skeleton className="h-60 w-full rounded-lg" />
        ) : (
          <NotRead data={report} offlineTitle={m.campaigns_offline_title()} offlineText={m.campaigns_offline_text()} />
        )}
      </div>
      {asksToStop && campaign && <StopDialog campaign={campaign} onDone={again} onClose={close} />}
    </SubPage>
  );
}

function Body({ report }: { report: CampaignReport }): ReactNode {
  const [state, setState] = useState<StateFilter>("all");
  const recipients = useRef<HTMLElement>(null);
  function showFailed() {
    setState("failed");
    recipients.current?.scrollIntoView({ block: "start" });
  }
  if (report.startedAt === null) return <Notice tone="info">{m.campaigns_report_not_started()}</Notice>;
  return (
    <>
      <ZoneLine timeZone={report.timeZone} />
      <WaitingNotices report={report} />
      <StatusCard report={report} onFailed={showFailed} />
      <Cards report={report} />
      <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="line-ring flex min-w-0 flex-col gap-5 rounded-lg px-4 py-3.5">
          <PaceChart report={report} />
          <Variants variants={report.variants} />
        </div>
        <WhyNot reasons={report.reasons} />
      </div>
      <Recipients report={report} state={state} onState={setState} section={recipients} />
    </>
  );
}
