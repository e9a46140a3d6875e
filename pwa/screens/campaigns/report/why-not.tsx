import { Shield } from "lucide-react";
import { numberFormat } from "../../../i18n/number-format.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { Notice } from "../../../ui/notice.tsx";
import { reasonText } from "../parts/exclusion-text.ts";
import type { CampaignReport } from "./report-wire.ts";

/** Shows why recipients have no message: left out or failed, most frequent first. */
export function WhyNot({ reasons }: Pick<CampaignReport, "reasons">) {
  const total = reasons.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(1, ...reasons.map(({ count }) => count));
  return (
    <section aria-labelledby="campaign-why" className="line-ring flex flex-col gap-2.5 rounded-lg px-4 py-3.5">
      <h2 id="campaign-why" className="font-semibold text-sm">
        {total === 0 ? m.campaigns_why_none() : m.campaigns_why_title({ count: total, shown: numberFormat(total) })}
      </h2>
      <ul className="flex flex-col gap-2.5">
        {reasons.map(({ state, reason, count }) => (
          <li key={`${state} ${reason}`}>
            <div className="flex gap-2 text-sm">
              <span className="min-w-0 flex-1">{reasonText(reason)}</span>
              <b className="font-semibold tabular-nums">{numberFormat(count)}</b>
            </div>
            <span aria-hidden="true" className="mt-1 block h-1.5 overflow-hidden rounded-full bg-line">
              <span style={{ width: `${(count / most) * 100}%` }} className="block h-full rounded-full bg-chart-6" />
            </span>
          </li>
        ))}
      </ul>
      <Notice tone="success" icon={<Shield aria-hidden="true" size={16} />}>
        {m.campaigns_why_note()}
      </Notice>
    </section>
  );
}
