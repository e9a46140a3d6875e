import * as v from "valibot";
import {
  CampaignSettings,
  campaignWaitReasons,
  campaignWarnings,
  exclusionReasons,
  recipientStates,
  VARIANTS,
} from "../../contracts/marketing/campaigns.ts";
import {
  CampaignListWire,
  CampaignPageWire,
  CampaignPreviewWire,
  CampaignReportWire,
  CampaignWire,
  ExcludedPageWire,
  RecipientPageWire,
  RecipientWire,
} from "../../contracts/wire/campaigns.ts";
import { AnswerId, AnswerTime, Count, ListCount, MediaAddress, Named, TimeZone } from "../http/answer-values.ts";

const MaybeTime = v.nullable(AnswerTime);
const Variant = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(1),
  v.maxValue(VARIANTS),
  v.description(`The message of the campaign, from 1 to ${VARIANTS}`),
);
const PersonNumber = v.pipe(v.string(), v.description("Digits with country code; '' without a number"));
const Excluded = v.picklist(exclusionReasons);

/** How many recipients are in each state. */
const CampaignCountsAnswer = v.object({
  total: v.pipe(Count, v.description("All recipients, with excluded ones")),
  valid: v.pipe(Count, v.description("Recipients who got a turn at the start")),
  waiting: Count,
  queued: v.pipe(Count, v.description("Recipients whose question or message waits for its turn")),
  awaiting: v.pipe(Count, v.description("Recipients who were asked and have not answered")),
  asked: v.pipe(Count, v.description("Recipients who were asked, whatever followed")),
  confirmed: v.pipe(Count, v.description("Recipients who confirmed, whatever followed")),
  sent: v.pipe(Count, v.description("Recipients whose message left, whatever followed")),
  delivered: v.pipe(Count, v.description("Recipients who got the message, whatever followed")),
  read: v.pipe(Count, v.description("Recipients who read the message, whatever followed")),
  replied: Count,
  failed: Count,
  excluded: Count,
  optedOut: v.pipe(Count, v.description("Excluded recipients who opted out of marketing")),
});

const CampaignListAnswer = v.object({
  ...CampaignListWire.entries,
  id: AnswerId,
  reason: v.pipe(
    v.nullable(v.string()),
    v.description("The error code of a campaign that the server cancelled; null otherwise"),
  ),
  contactListId: v.nullable(AnswerId),
  tagListId: v.nullable(AnswerId),
  whatsappId: v.pipe(v.nullable(v.string()), v.description("The UUIDs of its connections, separated by commas")),
  whatsapp: v.pipe(
    v.nullable(v.object({ name: v.string() })),
    v.description("The names of its connections, separated by commas"),
  ),
  scheduledAt: MaybeTime,
  scheduledAtLocal: v.pipe(
    v.nullable(v.string()),
    v.description("The same moment as YYYY-MM-DDTHH:mm in the company's time zone"),
  ),
  startedAt: MaybeTime,
  completedAt: MaybeTime,
  isEditable: v.pipe(v.boolean(), v.description("Whether its fields can be changed now")),
  needsReview: v.pipe(
    v.boolean(),
    v.description("It was scheduled by this interface, and no user has confirmed its preview"),
  ),
  counts: v.pipe(v.nullable(CampaignCountsAnswer), v.description("null before its start")),
  expectedEndAt: v.pipe(
    MaybeTime,
    v.description("The forecast end of a running campaign, UTC, ISO 8601; null: unknown, or it does not run"),
  ),
  waitsFor: v.pipe(
    v.nullable(v.picklist(campaignWaitReasons)),
    v.description("Why a running campaign sends nothing now; null: it sends, or does not run"),
  ),
  waitsUntil: v.pipe(MaybeTime, v.description("UTC, ISO 8601; null: unknown, or it does not wait")),
  createdAt: AnswerTime,
  updatedAt: AnswerTime,
});

export const CampaignPageAnswer = v.object({
  ...CampaignPageWire.entries,
  records: v.array(CampaignListAnswer),
  count: ListCount("Campaigns of all pages"),
});

/** The input's schema has transformations, which the reference cannot show. */
const WindowAnswer = v.pipe(
  v.object({
    days: v.pipe(
      v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7))),
      v.description("Days of the week from 1 (Monday) to 7, ascending"),
    ),
    start: v.pipe(v.string(), v.description("HH:mm, 00:00 to 23:59")),
    end: v.pipe(v.string(), v.description("HH:mm, up to 24:00, after the start")),
  }),
  v.description("When it may send, in the company's time zone"),
);

export const CampaignAnswer = v.object({
  ...CampaignWire.entries,
  ...CampaignListAnswer.entries,
  mediaPath: v.nullable(MediaAddress),
  mediaName: v.nullable(v.string()),
  window: WindowAnswer,
  dailyLimit: v.pipe(v.nullable(Count), v.description("Campaign messages per connection and day; null: no limit")),
  replyQueueId: v.pipe(v.nullable(AnswerId), v.description("The queue that gets the answers")),
  shipping: v.pipe(
    v.array(
      v.object({
        id: AnswerId,
        number: PersonNumber,
        deliveredAt: MaybeTime,
        confirmationRequestedAt: MaybeTime,
        confirmedAt: MaybeTime,
      }),
    ),
    v.description("The first 1,000 recipients that are not excluded"),
  ),
  contactList: v.nullable(
    v.object({
      name: v.string(),
      contacts: v.pipe(
        v.array(
          v.object({
            id: AnswerId,
            isWhatsappValid: v.pipe(v.nullable(v.boolean()), v.description("null: not checked yet")),
          }),
        ),
        v.description("The first 1,000 people of the list"),
      ),
    }),
  ),
});

export const CampaignPreviewAnswer = v.object({
  ...CampaignPreviewWire.entries,
  total: v.pipe(Count, v.description("People in the list and the tag, before any exclusion")),
  recipients: v.pipe(Count, v.description("People who will get a message")),
  excluded: v.pipe(
    v.array(v.object({ reason: Excluded, count: Count })),
    v.description("The most frequent reason first"),
  ),
  connections: v.array(
    v.object({
      ...Named.entries,
      isConnected: v.boolean(),
      messages: Count,
      firstAt: v.pipe(MaybeTime, v.description("UTC, ISO 8601; null: the connection sends nothing")),
      lastAt: v.pipe(MaybeTime, v.description("UTC, ISO 8601; null: the connection sends nothing")),
      isLimited: v.pipe(v.boolean(), v.description("The daily limit delays some messages")),
    }),
  ),
  startsAt: v.pipe(MaybeTime, v.description("The first message, UTC, ISO 8601; null: none leaves")),
  endsAt: v.pipe(
    MaybeTime,
    v.description("The last message, UTC, ISO 8601; null: some recipients wait for a connection that is down"),
  ),
  timeZone: TimeZone,
  samples: v.pipe(
    v.array(
      v.object({
        name: v.string(),
        number: PersonNumber,
        variant: Variant,
        text: v.string(),
        confirmation: v.pipe(v.nullable(v.string()), v.description("The question; null: nobody is asked")),
        filled: v.pipe(
          v.array(v.tuple([Count, Count])),
          v.description("The parts of `text` that variables filled in, each [start, end) in UTF-16 units"),
        ),
      }),
    ),
    v.maxLength(5),
  ),
  warnings: v.array(
    v.object({
      code: v.picklist(campaignWarnings),
      connectionId: v.pipe(v.nullable(AnswerId), v.description("null: it is not about a connection")),
      connectionName: v.nullable(v.string()),
      count: v.pipe(
        v.nullable(Count),
        v.description("Days for `youngConnection`, people for `manyFirstContacts`; null otherwise"),
      ),
    }),
  ),
});

export const ExcludedPageAnswer = v.object({
  ...ExcludedPageWire.entries,
  records: v.array(
    v.object({
      position: v.pipe(Count, v.description("The order in the audience, from 1")),
      name: v.string(),
      number: PersonNumber,
      reason: Excluded,
    }),
  ),
  count: v.pipe(Count, v.description("People of all pages")),
});

const Seconds = v.pipe(Count, v.description("Seconds"));

export const CampaignReportAnswer = v.object({
  ...CampaignReportWire.entries,
  campaign: CampaignListAnswer,
  counts: CampaignCountsAnswer,
  reasons: v.pipe(
    v.array(
      v.object({
        state: v.picklist(["failed", "excluded"]),
        reason: v.pipe(v.string(), v.description("The error code of a failure, or an exclusion reason")),
        count: Count,
      }),
    ),
    v.description("The most frequent reason first"),
  ),
  variants: v.array(v.object({ variant: Variant, sent: Count, delivered: Count, read: Count, replied: Count })),
  pace: v.pipe(
    v.array(
      v.object({
        at: v.pipe(AnswerTime, v.description("The start of the minute, UTC, ISO 8601")),
        sent: v.pipe(Count, v.description("Messages and questions of the minute")),
      }),
    ),
    v.length(60),
    v.description("The minutes of the last hour, oldest first"),
  ),
  settings: v.pipe(
    v.object({
      messageInterval: v.pipe(Seconds, v.description("Seconds between two messages of a connection")),
      longerIntervalAfter: v.pipe(Count, v.description("Messages until the greater interval; 0: never")),
      greaterInterval: Seconds,
    }),
    v.description("The pacing at its start; before it, the usual one"),
  ),
  connections: v.array(
    v.object({
      id: AnswerId,
      name: v.pipe(v.string(), v.description("'' of a deleted one whose name is not known")),
      isConnected: v.boolean(),
      isDeleted: v.pipe(v.boolean(), v.description("It was deleted after the start")),
      sent: Count,
      sentToday: v.pipe(Count, v.description("Messages of all campaigns on the company's present day")),
      waitsFor: v.pipe(
        v.nullable(v.picklist(["window", "limit", "connection"])),
        v.description("null: it sends, or has nothing to send"),
      ),
      waitsUntil: v.pipe(MaybeTime, v.description("UTC, ISO 8601; null: unknown, or it does not wait")),
    }),
  ),
  startedAt: MaybeTime,
  expectedEndAt: MaybeTime,
  timeZone: TimeZone,
});

const RecipientAnswer = v.object({
  ...RecipientWire.entries,
  id: AnswerId,
  number: PersonNumber,
  email: v.pipe(v.string(), v.description("'' without an e-mail")),
  contactId: v.nullable(AnswerId),
  state: v.picklist(recipientStates),
  reason: v.pipe(
    v.nullable(v.string()),
    v.description("An exclusion reason, or the error code of a failure; null otherwise"),
  ),
  variant: Variant,
  connectionName: v.pipe(
    v.nullable(v.string()),
    v.description("null: no connection has taken the recipient, or its name is not known"),
  ),
  askedAt: MaybeTime,
  confirmedAt: MaybeTime,
  sentAt: MaybeTime,
  deliveredAt: MaybeTime,
  readAt: MaybeTime,
  repliedAt: MaybeTime,
  at: v.pipe(MaybeTime, v.description("The latest change of the recipient, UTC, ISO 8601; null: there was none")),
});

export const RecipientPageAnswer = v.object({
  ...RecipientPageWire.entries,
  records: v.array(RecipientAnswer),
  count: ListCount("Recipients of all pages"),
});

export const ResendAnswer = v.object({ count: v.pipe(Count, v.description("Recipients who wait again")) });

export const CampaignSettingsAnswer = v.array(
  v.object({
    key: v.keyof(CampaignSettings),
    value: v.pipe(
      v.string(),
      v.description("JSON text: seconds, messages, seconds, and for `variables` a list of { key, value }"),
    ),
  }),
);
