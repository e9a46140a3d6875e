import * as v from "valibot";
import {
  type CampaignStatus,
  campaignWaitReasons,
  campaignWarnings,
  exclusionReasons,
  recipientStates,
  SendingWindow,
} from "../marketing/campaigns.ts";

/** The names of the statuses in the HTTP interface. */
export const campaignStatusNames = {
  inactive: "INATIVA",
  scheduled: "PROGRAMADA",
  running: "EM_ANDAMENTO",
  cancelled: "CANCELADA",
  finished: "FINALIZADA",
} as const satisfies Record<CampaignStatus, string>;
const Status = v.picklist(Object.values(campaignStatusNames));
export type CampaignStatusName = v.InferOutput<typeof Status>;

export const campaignStatusOf = {
  INATIVA: "inactive",
  PROGRAMADA: "scheduled",
  EM_ANDAMENTO: "running",
  CANCELADA: "cancelled",
  FINALIZADA: "finished",
} as const satisfies Record<CampaignStatusName, CampaignStatus>;

/** How many recipients are in each state; `total` counts all, `valid` those who got a turn at the start. */
export const CampaignCounts = v.object({
  total: v.number(),
  valid: v.number(),
  waiting: v.number(),
  /** Recipients whose question or message waits for its turn. */
  queued: v.number(),
  /** Recipients who were asked and have not answered. */
  awaiting: v.number(),
  /** Recipients who were asked, who confirmed, who got the message and so on, whatever followed. */
  asked: v.number(),
  confirmed: v.number(),
  sent: v.number(),
  delivered: v.number(),
  read: v.number(),
  replied: v.number(),
  failed: v.number(),
  excluded: v.number(),
  optedOut: v.number(),
});
export type CampaignCounts = v.InferOutput<typeof CampaignCounts>;

const named = v.object({ name: v.string() });

/** A campaign of the list, as the HTTP interface answers it. */
export const CampaignListWire = v.object({
  id: v.string(),
  name: v.string(),
  status: Status,
  /** The error code of a campaign that the server cancelled; null otherwise. */
  reason: v.nullable(v.string()),
  confirmation: v.boolean(),
  contactListId: v.nullable(v.string()),
  contactList: v.nullable(named),
  tagListId: v.nullable(v.string()),
  /** The ids of its connections, separated by commas; null: none. */
  whatsappId: v.nullable(v.string()),
  /** The names of its connections, separated by commas. */
  whatsapp: v.nullable(named),
  /** ISO 8601 with offset. */
  scheduledAt: v.nullable(v.string()),
  /** The same moment in the company's time zone, "YYYY-MM-DDTHH:mm". */
  scheduledAtLocal: v.nullable(v.string()),
  startedAt: v.nullable(v.string()),
  completedAt: v.nullable(v.string()),
  /** Whether its fields can be changed now. */
  isEditable: v.boolean(),
  /** It was scheduled by HTTP, and no user has confirmed its dry run. */
  needsReview: v.boolean(),
  /** Null before its start. */
  counts: v.nullable(CampaignCounts),
  /** The forecast end of a running campaign; null: unknown or not running. */
  expectedEndAt: v.nullable(v.string()),
  /** Why a running campaign sends nothing now, and until when; null: it sends, or does not run. */
  waitsFor: v.nullable(v.picklist(campaignWaitReasons)),
  waitsUntil: v.nullable(v.string()),
  createdAt: v.string(),
  updatedAt: v.string(),
});
export type CampaignListWire = v.InferOutput<typeof CampaignListWire>;

export const CampaignPageWire = v.object({
  records: v.array(CampaignListWire),
  hasMore: v.boolean(),
  count: v.number(),
});

/** One campaign. `message1` to `message5` and `confirmationMessage1` to `5` are separate fields of the interface. */
export const CampaignWire = v.object({
  ...CampaignListWire.entries,
  message1: v.string(),
  message2: v.string(),
  message3: v.string(),
  message4: v.string(),
  message5: v.string(),
  confirmationMessage1: v.string(),
  confirmationMessage2: v.string(),
  confirmationMessage3: v.string(),
  confirmationMessage4: v.string(),
  confirmationMessage5: v.string(),
  mediaPath: v.nullable(v.string()),
  mediaName: v.nullable(v.string()),
  window: SendingWindow,
  dailyLimit: v.nullable(v.number()),
  replyQueueId: v.nullable(v.string()),
  /** Its first 1,000 recipients, for older clients. */
  shipping: v.array(
    v.object({
      id: v.string(),
      number: v.string(),
      deliveredAt: v.nullable(v.string()),
      confirmationRequestedAt: v.nullable(v.string()),
      confirmedAt: v.nullable(v.string()),
    }),
  ),
  contactList: v.nullable(
    v.object({
      name: v.string(),
      contacts: v.array(v.object({ id: v.string(), isWhatsappValid: v.nullable(v.boolean()) })),
    }),
  ),
});
export type CampaignWire = v.InferOutput<typeof CampaignWire>;

/** The dry run of a campaign: nothing is sent and nothing is stored. */
export const CampaignPreviewWire = v.object({
  /** People in the list and the tag, before any exclusion. */
  total: v.number(),
  /** People who will get a message. */
  recipients: v.number(),
  excluded: v.array(v.object({ reason: v.picklist(exclusionReasons), count: v.number() })),
  connections: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      isConnected: v.boolean(),
      messages: v.number(),
      /** Null: the connection sends nothing. */
      firstAt: v.nullable(v.string()),
      lastAt: v.nullable(v.string()),
      /** The daily limit stretches it over several days. */
      isLimited: v.boolean(),
    }),
  ),
  startsAt: v.nullable(v.string()),
  endsAt: v.nullable(v.string()),
  timeZone: v.string(),
  /** Up to five recipients with the text that they get. `filled`: the parts that variables filled in, as [start, end) in UTF-16 units. */
  samples: v.array(
    v.object({
      name: v.string(),
      number: v.string(),
      variant: v.number(),
      text: v.string(),
      confirmation: v.nullable(v.string()),
      filled: v.array(v.tuple([v.number(), v.number()])),
    }),
  ),
  warnings: v.array(
    v.object({
      code: v.picklist(campaignWarnings),
      connectionId: v.nullable(v.string()),
      connectionName: v.nullable(v.string()),
      /** Days for `youngConnection`, people for `manyFirstContacts`. */
      count: v.nullable(v.number()),
    }),
  ),
});
export type CampaignPreviewWire = v.InferOutput<typeof CampaignPreviewWire>;

/** A page of the people whom a start would leave out. `position`: the order in the audience, from 1. */
export const ExcludedPageWire = v.object({
  records: v.array(
    v.object({ position: v.number(), name: v.string(), number: v.string(), reason: v.picklist(exclusionReasons) }),
  ),
  hasMore: v.boolean(),
  count: v.number(),
});
export type ExcludedPageWire = v.InferOutput<typeof ExcludedPageWire>;

/** The live report of a campaign. */
export const CampaignReportWire = v.object({
  campaign: CampaignListWire,
  counts: CampaignCounts,
  /** Why recipients failed (`ERR_…`) or were excluded, most frequent first. */
  reasons: v.array(v.object({ state: v.picklist(["failed", "excluded"]), reason: v.string(), count: v.number() })),
  variants: v.array(
    v.object({ variant: v.number(), sent: v.number(), delivered: v.number(), read: v.number(), replied: v.number() }),
  ),
  /** Messages per minute of the last hour, oldest first; `at` is the start of the minute. */
  pace: v.array(v.object({ at: v.string(), sent: v.number() })),
  settings: v.object({ messageInterval: v.number(), longerIntervalAfter: v.number(), greaterInterval: v.number() }),
  connections: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      isConnected: v.boolean(),
      /** It was deleted after the start; its name is '' where it is not known. */
      isDeleted: v.boolean(),
      sent: v.number(),
      sentToday: v.number(),
      /** `window` or `limit`: it waits until `waitsUntil`; `connection`: it is down; null: it sends or has finished. */
      waitsFor: v.nullable(v.picklist(["window", "limit", "connection"])),
      waitsUntil: v.nullable(v.string()),
    }),
  ),
  startedAt: v.nullable(v.string()),
  expectedEndAt: v.nullable(v.string()),
  timeZone: v.string(),
});
export type CampaignReportWire = v.InferOutput<typeof CampaignReportWire>;

/** A recipient in the report's table. */
export const RecipientWire = v.object({
  id: v.string(),
  name: v.string(),
  number: v.string(),
  email: v.string(),
  contactId: v.nullable(v.string()),
  state: v.picklist(recipientStates),
  /** An exclusion reason, or the error code of a failure; null otherwise. */
  reason: v.nullable(v.string()),
  variant: v.number(),
  connectionName: v.nullable(v.string()),
  askedAt: v.nullable(v.string()),
  confirmedAt: v.nullable(v.string()),
  sentAt: v.nullable(v.string()),
  deliveredAt: v.nullable(v.string()),
  readAt: v.nullable(v.string()),
  repliedAt: v.nullable(v.string()),
  /** The time of its latest change. */
  at: v.nullable(v.string()),
});
export type RecipientWire = v.InferOutput<typeof RecipientWire>;
export const RecipientPageWire = v.object({ records: v.array(RecipientWire), hasMore: v.boolean(), count: v.number() });
