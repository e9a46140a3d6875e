import { DomainError } from "../../../contracts/domain-error.ts";
import { type CampaignStatus, EDIT_UNTIL_MS } from "../../../contracts/marketing/campaigns.ts";
import type { CampaignRow } from "./require-campaign.ts";

type Step = "schedule" | "start" | "cancel" | "restart" | "resend";

/** From which states a user's step leads where. Every other step is refused. */
const steps: Record<Step, { from: readonly CampaignStatus[]; to: CampaignStatus }> = {
  // A scheduled one that nobody has confirmed is confirmed.
  schedule: { from: ["inactive", "scheduled"], to: "scheduled" },
  start: { from: ["inactive"], to: "running" },
  cancel: { from: ["running"], to: "cancelled" },
  restart: { from: ["cancelled"], to: "running" },
  // Failed recipients of a finished campaign wait again.
  resend: { from: ["running", "finished"], to: "running" },
};

/** Refuses the step with both states unless the stored state allows it. */
export function requireStep({ status }: Pick<CampaignRow, "status">, step: Step): void {
  if (!steps[step].from.includes(status)) throw wrongState(status, steps[step].to);
}

export const wrongState = (from: CampaignStatus, to: CampaignStatus) =>
  new DomainError("ERR_CAMPAIGN_STATE", { from, to });

/** Returns whether the fields can be changed: not while it runs, after its end, and shortly before a scheduled start. */
export function isEditable({ status, scheduledAt }: Pick<CampaignRow, "status" | "scheduledAt">, now: Date): boolean {
  if (status === "scheduled") return (scheduledAt?.getTime() ?? 0) - now.getTime() > EDIT_UNTIL_MS;
  return status === "inactive" || status === "cancelled";
}
