import * as v from "valibot";
import { brazilianAreaCodes, phoneCountries } from "../phones.ts";
import { readMailHost, readMailSender } from "./mail-server.ts";

export { settingDefaults, TIME_ZONE_KEY } from "./setting-defaults.ts";

const Switch = v.picklist(["enabled", "disabled"]);
const minutes = (most: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,6}$/),
    v.check((text) => Number(text) <= most),
  );

/** One month: a later message opens a new ticket. */
export const MAX_REOPEN_MINUTES = 43_200;

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
  reopenWindowMinutes: minutes(MAX_REOPEN_MINUTES),
  /** Whether admins of a new company see the first-steps checklist. */
  firstSteps: v.picklist(["shown", "hidden"]),
  /** Enabled: the company has one agent for now, so the checklist asks for no colleague. */
  worksAlone: Switch,
  /** The country of numbers that are typed without a country code. */
  phoneCountry: v.picklist(phoneCountries),
  /** The area code of numbers that are typed without one; '': that of the company's phone. */
  phoneAreaCode: v.pipe(v.string(), v.trim(), v.regex(/^\d{0,5}$/)),
  /** Generate texts with AI at all, and each action of the composer. */
  aiText: Switch,
  aiImprove: Switch,
  aiShorten: Switch,
  aiTranslate: Switch,
  aiSummarise: Switch,
  aiSuggest: Switch,
} as const;
export type SettingKey = keyof typeof settingValues;

/** An area code that the country has. Only Brazil's are known; '' is one everywhere. */
export const isAreaCodeOf = (country: string, areaCode: string): boolean =>
  areaCode === "" || country !== "BR" || brazilianAreaCodes.has(areaCode);

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

export const SecretValue = v.pipe(v.string(), v.trim(), v.maxLength(1_000));
/** Stands for an encrypted value: reading answers it, and writing it changes nothing. */
export const SEALED_VALUE = "********";

const emptyOr = (isValid: (text: string) => boolean) =>
  v.pipe(
    SecretValue,
    v.check((text) => text === "" || isValid(text)),
  );

type SecretSetting = {
  value: v.GenericSchema<unknown, string>;
  /** Present: the value is stored encrypted. The settings that say where it is sent, or as whom: changing one of them removes it. */
  sealedFor?: readonly string[];
};

/** The settings about other services, with passwords and tokens: only admins read them, and they are in no live event. */
export const secretSettingRules = {
  ipixc: { value: SecretValue },
  tokenixc: { value: SecretValue, sealedFor: ["ipixc"] },
  ipmkauth: { value: SecretValue },
  clientidmkauth: { value: SecretValue },
  clientsecretmkauth: { value: SecretValue, sealedFor: ["ipmkauth", "clientidmkauth"] },
  asaas: { value: SecretValue, sealedFor: [] },
  smtpauth: { value: emptyOr((text) => readMailHost(text) !== null) },
  usersmtpauth: { value: SecretValue },
  clientsecretsmtpauth: { value: SecretValue, sealedFor: ["smtpauth", "usersmtpauth"] },
  sendersmtpauth: { value: emptyOr((text) => readMailSender(text) !== null) },
} as const satisfies Record<string, SecretSetting>;
export type SecretSettingKey = keyof typeof secretSettingRules;

export const isSecretSetting = (key: string): key is SecretSettingKey => Object.hasOwn(secretSettingRules, key);

/** Whether the setting is stored encrypted. */
export const isSealedSetting = (key: string): boolean => isSecretSetting(key) && "sealedFor" in secretSettingRules[key];

/** Lists the encrypted settings that another value of this one removes. */
export const secretsSentBy = (key: string): string[] =>
  Object.entries<SecretSetting>(secretSettingRules).flatMap(([secret, { sealedFor }]) =>
    sealedFor?.includes(key) ? [secret] : [],
  );
