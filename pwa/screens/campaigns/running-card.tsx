import { ChartColumn, Square } from "lucide-react";
import { numberFormat } from "../../i18n/number-format.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../../ui/button.tsx";
import { usePhone } from "../../ui/hooks/use-phone.ts";
import { CampaignStatus } from "./parts/campaign-look.tsx";
import { endAt } from "./parts/campaign-times.ts";
import type { CampaignRow } from "./parts/campaign-wire.ts";
import { ProgressBar } from "./parts/progress-bar.tsx";
import { waitText } from "./parts/wait-text.ts";

type RunningCardProps = {
  campaign: CampaignRow;
  timeZone: string;
  canWrite: boolean;
  onStop: () => void;
  onReport: () => void;
};

/** Shows the progress of a running campaign above the list. */
export function RunningCard(props: RunningCardProps) {
  const { campaign, timeZone } = props;
  const isPhone = usePhone();
  const { name, counts, expectedEndAt } = campaign;
  if (isPhone) return <PhoneCard {...props} />;
  return (
    <section aria-label={name} className="line-ring flex items-center gap-6 rounded-lg px-4.5 py-3.5">
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          <h2 className="truncate font-semibold text-base">{name}</h2>
          <CampaignStatus status={campaign.status} />
          {expectedEndAt && (
            <span className="ml-auto shrink-0 text-ink-3 text-xs tabular-nums">
              {m.campaigns_ends_about({ time: endAt(expectedEndAt, timeZone) })}
            </span>
          )}
        </div>
        {counts && (
          <>
            <div className="mt-2.5 mb-2">
              <ProgressBar label={m.campaigns_progress_of({ name })} counts={counts} />
            </div>
            <dl className="flex flex-wrap gap-x-5 gap-y-1 text-ink-2 text-xs">
              <Count label={m.campaigns_count_delivered()} count={counts.delivered} />
              <Count label={m.campaigns_count_failed()} count={counts.failed} />
              <Count label={m.campaigns_count_waiting()} count={counts.queued} />
              {counts.awaiting > 0 && <Count label={m.campaigns_count_awaiting()} count={counts.awaiting} />}
              <Count label={m.campaigns_count_replied()} count={counts.replied} />
              <Count label={m.campaigns_count_opted_out()} count={counts.optedOut} />
            </dl>
          </>
        )}
        <Waits {...props} />
      </div>
      <Buttons {...props} />
    </section>
  );
}

/** Says why the campaign sends nothing now. */
function Waits({ campaign, timeZone }: RunningCardProps) {
  const text = waitText(campaign, timeZone);
  return text && <p className="mt-2 font-medium text-sm text-warn-ink">{text}</p>;
}

const Count = ({ label, count }: { label: string; count: number }) => (
  <div className="flex gap-1">
    <dt>{label}</dt>
    <dd className="font-semibold text-ink tabular-nums">{numberFormat(count)}</dd>
  </div>
);

function Buttons({ campaign, canWrite, onStop, onReport }: RunningCardProps) {
  const isPhone = usePhone();
  const { name } = campaign;
  const size = isPhone ? "large" : "normal";
  const stop = (
    <Button
      key="stop"
      size={size}
      icon={<Square aria-hidden="true" size={14} />}
      disabled={!canWrite}
      aria-label={m.campaigns_stop_of({ name })}
      onClick={onStop}
      className="max-sm:flex-1"
    >
      {m.campaigns_stop()}
    </Button>
  );
  const report = (
    <Button
      key="report"
      size={size}
      icon={<ChartColumn aria-hidden="true" size={15} />}
      aria-label={m.campaigns_report_of({ name })}
      onClick={onReport}
      className="max-sm:flex-1"
    >
      {m.campaigns_report()}
    </Button>
  );
  return <div className="flex shrink-0 gap-2">{isPhone ? [report, stop] : [stop, report]}</div>;
}

function PhoneCard(props: RunningCardProps) {
  const { name, status, counts, expectedEndAt } = props.campaign;
  return (
    <section aria-label={name} className="-mx-4 border-line border-b px-4 pb-3.5">
      <div className="flex items-center gap-2">
        <h2 className="min-w-0 flex-1 font-semibold text-lg [overflow-wrap:anywhere]">{name}</h2>
        <CampaignStatus status={status} />
      </div>
      {counts && (
        <>
          <div className="mt-2.5 mb-2">
            <ProgressBar label={m.campaigns_progress_of({ name })} counts={counts} />
          </div>
          <p className="flex gap-2 text-ink-2 text-sm tabular-nums">
            <span className="min-w-0 flex-1">
              {m.campaigns_progress_line({ done: numberFormat(counts.delivered), total: numberFormat(counts.valid) })}
              {expectedEndAt && ` · ${m.campaigns_until({ time: endAt(expectedEndAt, props.timeZone) })}`}
            </span>
            {counts.failed > 0 && (
              <span className="text-danger-ink">
                {m.campaigns_failed_short({ count: counts.failed, shown: numberFormat(counts.failed) })}
              </span>
            )}
          </p>
        </>
      )}
      <Waits {...props} />
      <div className="mt-2.5">
        <Buttons {...props} />
      </div>
    </section>
  );
}
