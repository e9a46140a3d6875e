import { useState } from "react";
import type { ExclusionReason } from "../../../../contracts/marketing/campaigns.ts";
import { numberFormat } from "../../../i18n/number-format.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { displayName, maskPhone } from "../../../i18n/phone-number.ts";
import { Select } from "../../../ui/fields/select.tsx";
import { Dialog } from "../../../ui/layers/dialog.tsx";
import { NearEnd } from "../../../ui/lists/near-end.tsx";
import { Skeleton } from "../../../ui/lists/skeleton.tsx";
import { useList } from "../../lists/index.ts";
import { type CampaignPreview, readExcluded } from "../parts/campaign-preview.ts";
import { exclusionText } from "../parts/exclusion-text.ts";

const ALL = "all";
type ExcludedPeopleProps = { campaignId: string; preview: CampaignPreview; onClose: () => void };

/** Lists the people whom a start would leave out, all or of one reason. */
export function ExcludedPeople({ campaignId, preview, onClose }: ExcludedPeopleProps) {
  const [reason, setReason] = useState<ExclusionReason | typeof ALL>(ALL);
  const list = useList({
    path: `/campaigns/${campaignId}/preview/excluded`,
    query: { reason: reason === ALL ? "" : reason },
    read: readExcluded,
    keyOf: ({ position }) => String(position),
    changesWith: ["campaigns", "contactLists"],
    remember: false,
  });
  return (
    <Dialog open onClose={onClose} title={m.campaigns_preview_excluded_title()} size="medium">
      <div className="flex flex-col gap-3">
        <Select
          label={m.campaigns_preview_excluded_reason()}
          options={[
            { value: ALL, label: m.campaigns_preview_excluded_all() },
            ...preview.excluded.map((one) => ({
              value: one.reason,
              label: `${exclusionText[one.reason]()} (${numberFormat(one.count)})`,
            })),
          ]}
          value={reason}
          onChange={(next) => setReason(next as ExclusionReason | typeof ALL)}
        />
        {list.rows.length === 0 && <Empty state={list.state} />}
        <ul aria-label={m.campaigns_preview_excluded_title()}>
          {list.rows.map(({ position, name, number, reason: why }) => (
            <li key={position} className="flex items-center gap-3 border-line py-2 not-last:border-b">
              <span className="min-w-0 flex-1">
                <span dir="auto" className="block font-medium [overflow-wrap:anywhere]">
                  {displayName(name)}
                </span>
                <span className="block text-ink-3 text-xs tabular-nums">{maskPhone(number)}</span>
              </span>
              <span className="max-w-[45%] text-right text-ink-2 text-xs">{exclusionText[why]()}</span>
            </li>
          ))}
        </ul>
        {list.hasMore && <NearEnd count={list.rows.length} onNear={list.more} />}
      </div>
    </Dialog>
  );
}

function Empty({ state }: { state: string }) {
  if (state === "loading") return <Skeleton className="h-40 w-full rounded-lg" />;
  const text = {
    offline: m.campaigns_offline_title(),
    failed: m.lists_failed_text(),
  }[state];
  return <p className="py-4 text-center text-ink-3 text-sm">{text ?? m.campaigns_preview_excluded_none()}</p>;
}
