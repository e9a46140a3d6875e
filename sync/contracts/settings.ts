import * as v from "valibot";
import { readMailHost, readMailSender } from "./mails.ts";

export { settingDefaults, TIME_ZONE_KEY } from "./setting-defaults.ts";

const Switch = v.picklist(["enabled", "disabled"]);
const minutes = (most: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,6}$/),
    v.check((text) => Number(text) <= most),
  );

/** One month: a later message opens a new ticket. */
export const MOST_REOPEN_MINUTES = 43_200;

/** All settings that every agent may read, with their values. The names are the specification's. */
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
  /** Set by the platform, not by the company. */
  campaignsEnabled: v.picklist(["true", "false"]),
  /** Disabled: everyone who sees an open ticket may answer it. */
  onlyAssigneeAnswers: Switch,
  /** For how many minutes after closing a contact's message reopens the ticket instead of creating another. */
  reopenWindowMinutes: minutes(MOST_REOPEN_MINUTES),
  /** Whether admins of a new company see the first-steps checklist. */
  firstSteps: v.picklist(["shown", "hidden"]),
  /** Enabled: the company has one agent for now, so the checklist asks for no colleague. */
  worksAlone: Switch,
  /** Generate texts with AI at all, and each action of the composer. */
  aiText: Switch,
  aiImprove: Switch,
  aiShorten: Switch,
  aiTranslate: Switch,
  aiSummarise: Switch,
  aiSuggest: Switch,
} as const;
export type SettingKey = keyof typeof settingValues;

export const TimeZone = v.pipe(v.string(), v.maxLength(64), v.check(isTimeZone, "timeZone"));

function isTimeZone(name: string): boolean {
  // Intl would accept an offset, but it has no daylight saving, and Postgres reads its sign the other way round.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Keys with passwords and tokens of other services: readable by admins only, never in live events. */
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
  "sendersmtpauth",
] as const;
export const SecretValue = v.pipe(v.string(), v.trim(), v.maxLength(1_000));

/** Secret keys that are stored encrypted. Reading answers `SEALED_VALUE` in their place; writing that changes nothing. */
export const sealedSettingKeys = [
  "clientsecretsmtpauth",
] as const satisfies readonly (typeof secretSettingKeys)[number][];
export const SEALED_VALUE = "********";

const emptyOr = (isValid: (text: string) => boolean) =>
  v.pipe(
    SecretValue,
    v.check((text) => text === "" || isValid(text)),
  );

/** Rules of the secret settings that are more than a text. */
export const secretSettingRules: Partial<Record<(typeof secretSettingKeys)[number], v.GenericSchema<unknown, string>>> =
  {
    smtpauth: emptyOr((text) => readMailHost(text) !== null),
    sendersmtpauth: emptyOr((text) => readMailSender(text) !== null),
  };
