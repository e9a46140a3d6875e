import {
  Ban,
  Copy,
  type LucideIcon,
  MessageCircleOff,
  MessageCircleX,
  PhoneOff,
  Shield,
  Timer,
  TimerOff,
  Users,
} from "lucide-react";
import { useState } from "react";
import type { ExclusionReason } from "../../../../contracts/marketing/campaigns.ts";
import { numberFormat } from "../../../i18n/number-format.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { Button } from "../../../ui/button.tsx";
import { type CampaignPreview, excludedOf } from "../parts/campaign-preview.ts";
import { exclusionText } from "../parts/exclusion-text.ts";
import { ExcludedPeople } from "./excluded-people.tsx";

const icons: Record<ExclusionReason, LucideIcon> = {
  notOnWhatsapp: MessageCircleOff,
  duplicate: Copy,
  optedOut: Shield,
  blocked: Ban,
  noNumber: PhoneOff,
  outsideWindow: Timer,
  declined: MessageCircleX,
  noAnswer: TimerOff,
};

/** Lists why people are left out. */
export function Reasons({ campaignId, preview }: { campaignId: string; preview: CampaignPreview }) {
  const [isOpen, setOpen] = useState(false);
  const count = excludedOf(preview);
  if (count === 0) return <p className="line-ring rounded-lg px-4 py-3 text-ink-3">{m.campaigns_preview_why_none()}</p>;
  return (
    <section aria-labelledby="campaign-reasons" className="line-ring rounded-lg px-4 pt-3.5 pb-1.5">
      <h2 id="campaign-reasons" className="mb-1 font-semibold text-sm">
        {m.campaigns_preview_why({ count, shown: numberFormat(count) })}
      </h2>
      <ul>
        {preview.excluded.map(({ reason, count: people }) => {
          const Icon = icons[reason];
          return (
            <li key={reason} className="flex items-center gap-2 border-line py-1.5 not-last:border-b max-sm:min-h-11">
              <Icon aria-hidden="true" size={15} className="shrink-0 text-ink-3" />
              <span className="min-w-0 flex-1">{exclusionText[reason]()}</span>
              <b className="font-semibold tabular-nums">{numberFormat(people)}</b>
            </li>
          );
        })}
      </ul>
      <Button
        kind="ghost"
        size="small"
        icon={<Users aria-hidden="true" size={15} />}
        onClick={() => setOpen(true)}
        className="mt-1 mb-1.5 -ml-2"
      >
        {m.campaigns_preview_excluded_see({ count, shown: numberFormat(count) })}
      </Button>
      {isOpen && <ExcludedPeople campaignId={campaignId} preview={preview} onClose={() => setOpen(false)} />}
    </section>
  );
}
