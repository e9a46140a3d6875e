import * as v from "valibot";

const Switch = v.picklist(["enabled", "disabled"]);
const minutes = (most: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,6}$/),
    v.check((text) => Number(text) <= most),
  );

/** A month: whoever writes again later starts anew. */
export const MOST_REOPEN_MINUTES = 43_200;

/** Every setting that any agent may know, with what it may be. The specification's names. */
export const settingValues = {
  userRating: Switch,
  scheduleType: v.picklist(["disabled", "queue", "company"]),
  CheckMsgIsGroup: Switch,
  call: Switch,
  chatBotType: v.picklist(["text"]),
  sendGreetingAccepted: Switch,
  sendMsgTransfTicket: Switch,
  outsidemessage: Switch,
  singleSession: Switch,
  /** The platform's to change, not the company's. */
  campaignsEnabled: v.picklist(["true", "false"]),
  /** Disabled: whoever may see an open ticket may answer it. */
  onlyAssigneeAnswers: Switch,
  /** Minutes after closing in which a contact's message returns the ticket instead of opening another. */
  reopenWindowMinutes: minutes(MOST_REOPEN_MINUTES),
  /** Whether admins of an empty company see the checklist of first steps. */
  firstSteps: v.picklist(["shown", "hidden"]),
  /** Enabled: the company said that it has one agent for now, so the checklist asks for no colleague. */
  worksAlone: Switch,
} as const;
export type SettingKey = keyof typeof settingValues;

/** What a company starts with. A key that is not stored has this value. */
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
} as const satisfies Record<SettingKey, string>;

/** A key of its own beside the settings: the company keeps it, because every date is computed in it. */
export const TIME_ZONE_KEY = "timeZone";
export const TimeZone = v.pipe(v.string(), v.maxLength(64), v.check(isTimeZone, "timeZone"));

function isTimeZone(name: string): boolean {
  // An offset would do for Intl, but has no summer time; Postgres reads its sign the other way round.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Keys whose value is a password or a token of somebody else's service: for admins only, and told to nobody. */
export const secretSettingKeys = [
  "ipixc",
  "tokenixc",
  "ipmkauth",
  "clientidmkauth",
  "clientsecretmkauth",
  "asaas",
  "smtpauth",
  "usersmtpauth",
  "clientsecretsmtpauth",
] as const;
export const SecretValue = v.pipe(v.string(), v.trim(), v.maxLength(1_000));
