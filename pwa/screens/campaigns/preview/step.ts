import { m } from "../../../i18n/paraglide/messages.js";
import { campaignCalls } from "../parts/campaign-calls.ts";
import type { Campaign } from "../parts/campaign-wire.ts";

/** The step that the user confirms in the dry run; null: none, because the campaign starts by itself or has sent. */
export type Step = "start" | "schedule" | "restart" | "resend";

/** Returns the step that the dry run of a campaign prepares. */
export function stepOf(
  campaign: Pick<Campaign, "status" | "scheduledAt" | "needsReview">,
  isResend: boolean,
): Step | null {
  switch (campaign.status) {
    case "inactive":
      return campaign.scheduledAt ? "schedule" : "start";
    case "scheduled":
      return campaign.needsReview ? "schedule" : null;
    case "cancelled":
      return "restart";
    default:
      return isResend ? "resend" : null;
  }
}

type Counted = { count: number; shown: string };
type StepTexts = {
  /** The button of the page. */
  button: (people: Counted) => string;
  question: (people: Counted) => string;
  /** The button of the question. */
  confirm: () => string;
  done: () => string;
  call: (id: string) => Promise<unknown>;
};

export const steps: Record<Step, StepTexts> = {
  start: {
    button: m.campaigns_preview_confirm,
    question: m.campaigns_preview_confirm_title,
    confirm: m.campaigns_preview_confirm_yes,
    done: m.campaigns_started,
    call: campaignCalls.start,
  },
  schedule: {
    button: m.campaigns_preview_schedule,
    question: m.campaigns_preview_schedule_title,
    confirm: m.campaigns_preview_schedule_yes,
    done: m.campaigns_scheduled,
    call: campaignCalls.schedule,
  },
  restart: {
    button: m.campaigns_preview_restart,
    question: m.campaigns_preview_restart_title,
    confirm: m.campaigns_restart,
    done: m.campaigns_restarted,
    call: campaignCalls.restart,
  },
  resend: {
    button: m.campaigns_preview_resend,
    question: m.campaigns_resend_title,
    confirm: m.campaigns_resend_confirm,
    done: m.campaigns_resent,
    call: campaignCalls.resend,
  },
};
