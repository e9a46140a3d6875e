import { languageTag } from "../../../i18n/language.ts";
import { numberFormat } from "../../../i18n/number-format.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { type CampaignPreview, excludedOf, riskOf } from "../parts/campaign-preview.ts";
import { lengthOf } from "../parts/campaign-times.ts";
import { countedExclusions } from "../parts/exclusion-text.ts";

const riskText = { low: m.campaigns_risk_low, medium: m.campaigns_risk_medium, high: m.campaigns_risk_high };

/** Returns the dry run in sentences: "214 contatos, 6 repetidos ficam de fora. Dura cerca de 1 h 20 min. …". */
export function summaryOf(preview: CampaignPreview): string {
  const { total, excluded, startsAt, endsAt } = preview;
  if (total === 0) return m.campaigns_dry_run_nobody();
  const people = m.campaigns_dry_run_people({ count: total, shown: numberFormat(total) });
  const reasons = new Intl.ListFormat(languageTag()).format(
    excluded.map(({ reason, count }) => countedExclusions[reason]({ count })),
  );
  const out = excluded.length
    ? m.campaigns_dry_run_out({ count: excludedOf(preview), reasons })
    : m.campaigns_dry_run_all_in();
  const lasts = startsAt && endsAt ? Date.parse(endsAt) - Date.parse(startsAt) : null;
  return [
    `${people}: ${out}`,
    ...(lasts === null ? [] : [m.campaigns_dry_run_lasts({ time: lengthOf(lasts) })]),
    m.campaigns_dry_run_risk({ risk: riskText[riskOf(preview)]() }),
  ].join(" ");
}
