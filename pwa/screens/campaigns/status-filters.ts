import type { CampaignStatus } from "../../../contracts/marketing/campaigns.ts";
import { m } from "../../i18n/paraglide/messages.js";

export type StatusFilter = "all" | CampaignStatus;

export const statusFilters: readonly { id: StatusFilter; label: () => string }[] = [
  { id: "all", label: m.campaigns_filter_all },
  { id: "running", label: m.campaigns_filter_running },
  { id: "scheduled", label: m.campaigns_filter_scheduled },
  { id: "finished", label: m.campaigns_filter_finished },
];
