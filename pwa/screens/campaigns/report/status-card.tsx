import { numberFormat } from "../../../i18n/number-format.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { endAt } from "../parts/campaign-times.ts";
import { deliveredPercent, leftLater, underWay } from "../parts/count-figures.ts";
import { ProgressBar } from "../parts/progress-bar.tsx";
import { waitText } from "../parts/wait-text.ts";
import type { CampaignReport } from "./report-wire.ts";

/** Shows how many valid contacts have the message. */
export function StatusCard({ report, onFailed }: { report: CampaignReport; onFailed: () => void }) {
  const { campaign, counts, expectedEndAt, timeZone } = report;
  const percent = m.campaigns_report_percent({ percent: String(deliveredPercent(counts)) });
  const legend = [
    { label: m.campaigns_count_delivered(), count: counts.delivered, colour: "bg-primary" },
    { label: m.campaigns_count_failed(), count: counts.failed, colour: "bg-danger-mark" },
    { label: m.campaigns_report_legend_waiting(), count: counts.queued, colour: "bg-line-strong" },
    { label: m.campaigns_count_awaiting(), count: counts.awaiting, colour: "bg-line-strong" },
    { label: m.campaigns_report_legend_under_way(), count: underWay(counts), colour: "bg-line-strong" },
    { label: m.campaigns_report_legend_out(), count: leftLater(counts), colour: "bg-line" },
  ].filter(({ count }, index) => index < 3 || count > 0);
  const waits = waitText(campaign, timeZone);
  return (
    <section aria-labelledby="campaign-status" className="line-ring rounded-lg px-4.5 py-4 max-sm:px-4">
      <div className="flex flex-wrap items-baseline gap-2">
        <h2 id="campaign-status" className="flex-1 font-normal text-lg tabular-nums max-sm:w-full max-sm:flex-none">
          {m.campaigns_report_status({ done: numberFormat(counts.delivered), total: numberFormat(counts.valid) })}
        </h2>
        <span className="text-ink-2 text-sm tabular-nums">
          {percent}
          {campaign.status === "running" &&
            expectedEndAt &&
            ` · ${m.campaigns_ends_about({ time: endAt(expectedEndAt, timeZone) })}`}
        </span>
      </div>
      {waits && <p className="mt-1 font-medium text-sm text-warn-ink">{waits}</p>}
      <div className="my-3">
        <ProgressBar label={m.campaigns_progress_of({ name: campaign.name })} counts={counts} large />
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-ink-2 text-xs">
        {legend.map(({ label, count, colour }) => (
          <span key={label} className="inline-flex items-center gap-2">
            <span aria-hidden="true" className={classNames("size-2 rounded-[2.5px]", colour)} />
            {label} <b className="font-semibold text-ink tabular-nums">{numberFormat(count)}</b>
          </span>
        ))}
        {counts.failed > 0 && (
          <Button
            kind="ghost"
            size="small"
            onClick={onFailed}
            className="-my-1 -mr-2.5 ml-auto text-primary-ink max-sm:ml-0"
          >
            {m.campaigns_report_failed_link({ count: counts.failed, shown: numberFormat(counts.failed) })}
          </Button>
        )}
      </div>
    </section>
  );
}
