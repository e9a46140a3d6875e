import * as v from "valibot";
import { EndTime, StartTime } from "../hours.ts";
import { Id, Instant } from "../id.ts";
import { LocalMinuteOrInstant } from "../local-time.ts";

export const campaignStatuses = ["inactive", "scheduled", "running", "cancelled", "finished"] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/**
 * The state of a recipient. `asked`: the confirmation question was sent. `confirmed`: the answer was affirmative and
 * the message waits for its turn. `failed`: the channel refused the message. `excluded`: gets no message; `reason` says
 * why.
 */
export const recipientStates = [
  "waiting",
  "asked",
  "confirmed",
  "sent",
  "delivered",
  "read",
  "replied",
  "failed",
  "excluded",
] as const;
export type RecipientState = (typeof recipientStates)[number];

/** Why a recipient gets no message. The last two end a confirmation question. */
export const exclusionReasons = [
  "notOnWhatsapp",
  "blocked",
  "optedOut",
  "duplicate",
  "noNumber",
  "outsideWindow",
  "declined",
  "noAnswer",
] as const;
export type ExclusionReason = (typeof exclusionReasons)[number];

/**
 * The steps that a recipient has passed, as bits of one number: later events keep the earlier ones. `valid`: a person who
 * got a turn at the start.
 */
export const progressBits = {
  asked: 1,
  confirmed: 2,
  sent: 4,
  delivered: 8,
  read: 16,
  replied: 32,
  valid: 64,
} as const;

/** Message variants and confirmation questions of one campaign. */
export const VARIANTS = 5;
export const MAX_CAMPAIGN_TEXT = 4_096;

/** A scheduled campaign can be edited until this long before its start. */
export const EDIT_UNTIL_MS = 60 * 60_000;
/** How late a scheduled campaign still starts after an outage. */
export const CAMPAIGN_LATEST_MS = 24 * 60 * 60_000;
/** A start time that was in the future when the request was sent may pass by this much on the way. */
export const MAX_SENT_AGO_MS = 2 * 60_000;
/** How long a confirmation question stays open. */
export const CONFIRMATION_MS = 72 * 60 * 60_000;
/** The shortest pause between two campaign messages of an unofficial connection. */
export const MIN_PAUSE_MS = 1_000;
/** The daily limit that the screen suggests for an unofficial number. */
export const SUGGESTED_DAILY_LIMIT = 200;
/** A number that was linked more recently is at risk. */
export const YOUNG_CONNECTION_DAYS = 7;
/** More first contacts than this on an unofficial number are at risk. */
export const MANY_FIRST_CONTACTS = 200;

/** Why a running campaign sends nothing now. `answers`: everybody has been asked, and some have not answered. */
export const campaignWaitReasons = ["window", "limit", "connection", "answers"] as const;
export type CampaignWaitReason = (typeof campaignWaitReasons)[number];

/**
 * When a campaign may send, in the company's time zone. Days from 1 (Monday) to 7; the end is after the start, and
 * "24:00" or "23:59" is the end of the day.
 */
export const SendingWindow = v.pipe(
  v.object({
    days: v.pipe(
      v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7))),
      v.minLength(1),
      v.transform((days) => [...new Set(days)].sort((a, b) => a - b)),
    ),
    start: StartTime,
    end: EndTime,
  }),
  v.forward(
    v.check(({ start, end }) => start < end, "order"),
    ["end"],
  ),
);
export type SendingWindow = v.InferOutput<typeof SendingWindow>;
export const usualWindow: SendingWindow = { days: [1, 2, 3, 4, 5, 6], start: "08:00", end: "20:00" };

const Name = v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(50));
const Text = v.pipe(v.string(), v.maxLength(MAX_CAMPAIGN_TEXT));
const Texts = v.pipe(v.array(Text), v.length(VARIANTS));

/** The fields of a campaign that a user sets. A draft may lack everything but the name. */
export const CampaignInput = v.object({
  name: Name,
  messages: v.optional(Texts, () => Array<string>(VARIANTS).fill("")),
  confirmationMessages: v.optional(Texts, () => Array<string>(VARIANTS).fill("")),
  confirmation: v.optional(v.boolean(), false),
  listId: v.optional(v.nullable(Id), null),
  tagId: v.optional(v.nullable(Id), null),
  connectionIds: v.optional(v.pipe(v.array(Id), v.maxLength(50)), []),
  /** In the company's time zone, or with an offset; null: not scheduled. */
  scheduledAt: v.optional(v.nullable(LocalMinuteOrInstant), null),
  /** The start time is a plan: the campaign is scheduled when a user confirms its dry run (`/schedule`). */
  awaitsConfirmation: v.optional(v.boolean(), false),
  /** When the request was sent, by the client's clock. */
  sentAt: v.optional(v.nullable(Instant), null),
  window: v.optional(SendingWindow, usualWindow),
  /** Campaign messages per connection and day; null: no limit. */
  dailyLimit: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000))), null),
  replyQueueId: v.optional(v.nullable(Id), null),
});
export type CampaignInput = v.InferOutput<typeof CampaignInput>;

/** The choices of the pacing settings, in seconds, messages and seconds. */
export const messageIntervals = [0, 5, 10, 15, 20] as const;
export const longerIntervalChoices = [0, 5, 10, 15, 20] as const;
export const greaterIntervals = [0, 20, 30, 40, 50, 60] as const;

/** A custom variable, written `{key}` in a text. Its value is plain text. */
export const CampaignVariable = v.object({
  key: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(50), v.regex(/^[^{}\s]+$/, "key")),
  value: v.pipe(v.string(), v.maxLength(1_000)),
});
export type CampaignVariable = v.InferOutput<typeof CampaignVariable>;

/** Variables of every recipient; a custom variable cannot have such a name. */
export const recipientVariables = ["nome", "numero", "email"] as const;

export const CampaignSettings = v.object({
  /** Seconds between two messages of a connection, plus or minus half at random. */
  messageInterval: v.pipe(v.number(), v.picklist(messageIntervals)),
  /** After so many messages the greater interval follows; 0: never. */
  longerIntervalAfter: v.pipe(v.number(), v.picklist(longerIntervalChoices)),
  /** Seconds. */
  greaterInterval: v.pipe(v.number(), v.picklist(greaterIntervals)),
  variables: v.pipe(
    v.array(CampaignVariable),
    v.maxLength(100),
    v.check((all) => new Set(all.map(({ key }) => key)).size === all.length, "unique"),
    v.check((all) => all.every(({ key }) => !(recipientVariables as readonly string[]).includes(key)), "reserved"),
  ),
});
export type CampaignSettings = v.InferOutput<typeof CampaignSettings>;
export const usualCampaignSettings: CampaignSettings = {
  messageInterval: 20,
  longerIntervalAfter: 20,
  greaterInterval: 60,
  variables: [],
};

/** Warnings of the dry run. */
export const campaignWarnings = ["youngConnection", "manyFirstContacts", "noOptOutHint", "connectionDown"] as const;
export type CampaignWarning = (typeof campaignWarnings)[number];
