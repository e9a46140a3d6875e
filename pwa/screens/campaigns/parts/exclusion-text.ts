import { isErrorCode } from "../../../../contracts/errors.ts";
import {
  type ExclusionReason,
  exclusionReasons,
  type RecipientState,
} from "../../../../contracts/marketing/campaigns.ts";
import { errorMessage } from "../../../i18n/error-message.ts";
import { m } from "../../../i18n/paraglide/messages.js";

export const exclusionText: Record<ExclusionReason, () => string> = {
  notOnWhatsapp: m.campaigns_reason_notOnWhatsapp,
  blocked: m.campaigns_reason_blocked,
  optedOut: m.campaigns_reason_optedOut,
  duplicate: m.campaigns_reason_duplicate,
  noNumber: m.campaigns_reason_noNumber,
  outsideWindow: m.campaigns_reason_outsideWindow,
  declined: m.campaigns_reason_declined,
  noAnswer: m.campaigns_reason_noAnswer,
};

/** Counted for a sentence: "3 que pediram para sair". */
export const countedExclusions: Record<ExclusionReason, (inputs: { count: number }) => string> = {
  notOnWhatsapp: m.campaigns_short_notOnWhatsapp,
  blocked: m.campaigns_short_blocked,
  optedOut: m.campaigns_short_optedOut,
  duplicate: m.campaigns_short_duplicate,
  noNumber: m.campaigns_short_noNumber,
  outsideWindow: m.campaigns_short_outsideWindow,
  declined: m.campaigns_short_declined,
  noAnswer: m.campaigns_short_noAnswer,
};

const isExclusion = (reason: string): reason is ExclusionReason =>
  (exclusionReasons as readonly string[]).includes(reason);

/** Returns a sentence for an exclusion reason or the error code of a failure. */
export function reasonText(reason: string): string {
  if (isExclusion(reason)) return exclusionText[reason]();
  return isErrorCode(reason) ? errorMessage(reason) : reason;
}

export const stateText: Record<RecipientState, () => string> = {
  waiting: m.campaigns_state_waiting,
  asked: m.campaigns_state_asked,
  confirmed: m.campaigns_state_confirmed,
  sent: m.campaigns_state_sent,
  delivered: m.campaigns_state_delivered,
  read: m.campaigns_state_read,
  replied: m.campaigns_state_replied,
  failed: m.campaigns_state_failed,
  excluded: m.campaigns_state_excluded,
};
