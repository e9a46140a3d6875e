import type { SettingKey } from "../../../contracts/account/settings.ts";
import { aiActions, aiSettings } from "../../../contracts/office/ai-purposes.ts";
import { m } from "../../i18n/paraglide/messages.js";

type Common = { key: SettingKey; label: () => string; note: () => string };
export type SettingOption =
  | (Common & { kind: "switch" })
  | (Common & { kind: "choice"; choices: { value: string; label: () => string }[] });

/** The settings about conversations, in the specification's order. */
export const serviceOptions: SettingOption[] = [
  { kind: "switch", key: "userRating", label: m.settings_user_rating, note: m.settings_user_rating_note },
  {
    kind: "choice",
    key: "scheduleType",
    label: m.settings_schedule_type,
    note: m.settings_schedule_type_note,
    choices: [
      { value: "disabled", label: m.settings_schedule_disabled },
      { value: "queue", label: m.settings_schedule_queue },
      { value: "company", label: m.settings_schedule_company },
    ],
  },
  { kind: "switch", key: "CheckMsgIsGroup", label: m.settings_groups, note: m.settings_groups_note },
  { kind: "switch", key: "call", label: m.settings_call, note: m.settings_call_note },
  {
    kind: "choice",
    key: "chatBotType",
    label: m.settings_chatbot,
    note: m.settings_chatbot_note,
    choices: [{ value: "text", label: m.settings_chatbot_text }],
  },
  { kind: "switch", key: "sendGreetingAccepted", label: m.settings_greeting, note: m.settings_greeting_note },
  { kind: "switch", key: "sendMsgTransfTicket", label: m.settings_transfer, note: m.settings_transfer_note },
  { kind: "switch", key: "outsidemessage", label: m.settings_outside, note: m.settings_outside_note },
];

const actionNames = {
  improve: [m.ai_improve, m.ai_improve_note],
  shorten: [m.ai_shorten, m.ai_shorten_note],
  translate: [m.ai_translate, m.ai_translate_note],
  summarise: [m.ai_summarise, m.ai_summarise_note],
  suggest: [m.ai_suggest, m.ai_suggest_note],
} as const;

/** AI at all, and each action of the composer. */
export const aiOptions: SettingOption[] = [
  { kind: "switch", key: aiSettings.chat, label: m.ai_settings_on, note: m.ai_settings_on_note },
  ...aiActions.map((action) => ({
    kind: "switch" as const,
    key: aiSettings[action],
    label: () => m.ai_settings_action({ action: actionNames[action][0]() }),
    note: actionNames[action][1],
  })),
];

const HOUR = 60;
const DAY = 24 * HOUR;
const reopenChoices = [0, 30, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, DAY, 3 * DAY, 7 * DAY];

/** Formats minutes in the largest unit that divides them. */
export function durationText(minutes: number): string {
  if (minutes === 0) return m.settings_reopen_never();
  if (minutes % DAY === 0) return m.settings_days({ count: minutes / DAY });
  if (minutes % HOUR === 0) return m.settings_hours({ count: minutes / HOUR });
  return m.settings_minutes({ count: minutes });
}

/**
 * Returns the settings about the team. `reopenMinutes` is the present value, which an integrator may have set to one
 * that is not among the choices.
 */
export const teamOptions = (reopenMinutes: string): SettingOption[] => [
  { kind: "switch", key: "onlyAssigneeAnswers", label: m.settings_assignee, note: m.settings_assignee_note },
  { kind: "switch", key: "singleSession", label: m.settings_single, note: m.settings_single_note },
  {
    kind: "choice",
    key: "reopenWindowMinutes",
    label: m.settings_reopen,
    note: m.settings_reopen_note,
    choices: [...new Set([...reopenChoices, Number(reopenMinutes)])]
      .sort((a, b) => a - b)
      .map((minutes) => ({ value: String(minutes), label: () => durationText(minutes) })),
  },
];
