import type { SettingKey } from "./settings.ts";

/** A new company's settings. A key that is not stored has this value. */
export const settingDefaults = {
  userRating: "disabled",
  scheduleType: "disabled",
  CheckMsgIsGroup: "enabled",
  call: "disabled",
  chatBotType: "text",
  sendGreetingAccepted: "disabled",
  sendMsgTransfTicket: "disabled",
  outsidemessage: "disabled",
  singleSession: "enabled",
  campaignsEnabled: "true",
  onlyAssigneeAnswers: "enabled",
  reopenWindowMinutes: "120",
  firstSteps: "shown",
  worksAlone: "disabled",
  phoneCountry: "BR",
  phoneAreaCode: "",
  aiText: "disabled",
  aiImprove: "disabled",
  aiShorten: "disabled",
  aiTranslate: "disabled",
  aiSummarise: "disabled",
  aiSuggest: "disabled",
} as const satisfies Record<SettingKey, string>;

/** A separate key: it is a company column, because all dates depend on it. */
export const TIME_ZONE_KEY = "timeZone";
