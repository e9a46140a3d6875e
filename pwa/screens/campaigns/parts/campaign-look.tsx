import { Check, Clock, type LucideIcon, Minus, Play, X } from "lucide-react";
import type { CampaignStatus as Status } from "../../../../contracts/marketing/campaigns.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { classNames } from "../../../ui/class-names.ts";
import { StatusChip, type Tone } from "../../../ui/fields/chips.tsx";

type StatusLook = { label: () => string; tone: Tone; ink: string; Icon: LucideIcon };

export const statusLooks: Record<Status, StatusLook> = {
  inactive: { label: m.campaigns_status_inactive, tone: "neutral", ink: "text-ink-3", Icon: Minus },
  scheduled: { label: m.campaigns_status_scheduled, tone: "warn", ink: "text-warn-ink", Icon: Clock },
  running: { label: m.campaigns_status_running, tone: "info", ink: "text-info-ink", Icon: Play },
  cancelled: { label: m.campaigns_status_cancelled, tone: "danger", ink: "text-danger-ink", Icon: X },
  finished: { label: m.campaigns_status_finished, tone: "success", ink: "text-success-ink", Icon: Check },
};

export function CampaignStatus({ status, className }: { status: Status; className?: string }) {
  const { label, tone, Icon } = statusLooks[status];
  return (
    <StatusChip tone={tone} icon={<Icon aria-hidden="true" size={13} />} className={classNames(className)}>
      {label()}
    </StatusChip>
  );
}
