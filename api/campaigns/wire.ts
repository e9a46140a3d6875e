import * as v from "valibot";
import { DomainError } from "../../contracts/domain-error.ts";
import { Instant } from "../../contracts/id.ts";
import { localMinute } from "../../contracts/local-time.ts";
import {
  CampaignInput,
  CampaignSettings,
  type CampaignStatus,
  exclusionReasons,
  MAX_CAMPAIGN_TEXT,
  recipientStates,
  VARIANTS,
} from "../../contracts/marketing/campaigns.ts";
import {
  type CampaignListWire,
  type CampaignPreviewWire,
  type CampaignReportWire,
  type CampaignWire,
  campaignStatusNames,
  campaignStatusOf,
  type ExcludedPageWire,
  type RecipientWire,
} from "../../contracts/wire/campaigns.ts";
import type {
  CampaignDetails,
  CampaignPreview,
  CampaignReport,
  CampaignView,
  ExcludedPage,
  RecipientView,
} from "../../domain/marketing/campaigns/index.ts";
import { optionalText, PageNumber, PageOf20, searchFor } from "../http/query.ts";
import { shownAs, withNames } from "../http/reference/shown-input.ts";

export const CampaignQueryWire = v.pipe(
  v.object({
    searchParam: searchFor("Words of the name"),
    pageNumber: PageOf20,
    status: v.pipe(
      optionalText,
      v.optional(v.picklist(Object.values(campaignStatusNames))),
      v.description("Without it: campaigns of all states"),
    ),
  }),
  v.transform(({ searchParam, pageNumber, status }) => ({
    search: searchParam,
    page: pageNumber,
    statuses: status ? [campaignStatusOf[status]] : [],
  })),
);

const RecipientFilterWire = {
  searchParam: searchFor("A number in any spelling, or words of the name"),
  state: v.pipe(
    optionalText,
    v.optional(v.picklist(recipientStates)),
    v.description("Without it: recipients in all states"),
  ),
  reason: v.pipe(optionalText, v.description("An exclusion reason, or the error code of a failure")),
};
const toFilter = ({
  searchParam,
  state,
  reason,
}: v.InferOutput<v.ObjectSchema<typeof RecipientFilterWire, undefined>>) => ({
  search: searchParam,
  states: state ? [state] : [],
  reason,
});
export const RecipientExportWire = v.pipe(v.object(RecipientFilterWire), v.transform(toFilter));
export const RecipientQueryWire = v.pipe(
  v.object({ ...RecipientFilterWire, pageNumber: PageOf20 }),
  v.transform(({ pageNumber, ...filter }) => ({ ...toFilter(filter), page: pageNumber })),
);
export const PreviewQueryWire = v.object({
  samplesPage: v.pipe(PageNumber, v.description("Pages of 5 recipients, counted from 1")),
});
export const ExcludedQueryWire = v.pipe(
  v.object({
    reason: v.pipe(
      optionalText,
      v.optional(v.picklist(exclusionReasons)),
      v.description("Without it: people with any reason"),
    ),
    pageNumber: PageOf20,
  }),
  v.transform(({ reason, pageNumber }) => ({ reason, page: pageNumber })),
);

/** Clients write '' for nothing, and the name of no tag. */
const orNull = (value: unknown) => (value === "" || value === undefined || value === "Nenhuma" ? null : value);

const listOf = (ids: unknown) =>
  typeof ids === "string"
    ? ids
        .split(",")
        .map((id) => id.trim())
        .filter(Boolean)
    : ids === null || ids === undefined
      ? []
      : [ids];

/** 'YYYY-MM-DD HH:mm:ss' is in the company's time zone; seconds are dropped. An instant stays as it is. */
const momentOf = (text: unknown) =>
  typeof text === "string" ? text.replace(/^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d(\.\d+)?)?$/, "$1T$2") : text;

const textNames = (name: string) => Array.from({ length: VARIANTS }, (_, place) => `${name}${place + 1}`);
const textsOf = (body: Record<string, unknown>, name: string) => textNames(name).map((field) => body[field] ?? "");

const text = v.optional(v.pipe(v.string(), v.maxLength(MAX_CAMPAIGN_TEXT)), "");
const { messages: _m, confirmationMessages: _c, connectionIds: _i, ...sameFields } = CampaignInput.entries;
const shownFields = withNames(
  sameFields,
  { listId: "contactListId", tagId: "tagListId" },
  {
    whatsappId: v.pipe(v.optional(v.string(), ""), v.description("The UUIDs of up to 50 connections, with commas")),
    ...v.entriesFromList(textNames("message"), text),
    ...v.entriesFromList(textNames("confirmationMessage"), text),
  },
);

/** The fields of a campaign in the names of the interface. Other fields of a whole campaign are ignored. */
const parsed = v.pipe(
  v.looseObject({ name: v.string() }),
  v.transform((body): unknown => ({
    name: body.name,
    messages: textsOf(body, "message"),
    confirmationMessages: textsOf(body, "confirmationMessage"),
    confirmation: body.confirmation ?? false,
    listId: orNull(body.contactListId),
    tagId: orNull(body.tagListId),
    connectionIds: listOf(body.whatsappId),
    scheduledAt: momentOf(orNull(body.scheduledAt)),
    awaitsConfirmation: body.awaitsConfirmation ?? false,
    sentAt: orNull(body.sentAt),
    window: body.window ?? undefined,
    dailyLimit: orNull(body.dailyLimit),
    replyQueueId: orNull(body.replyQueueId),
  })),
  CampaignInput,
);
export const CampaignInputWire = shownAs(shownFields, parsed);

/** `confirm: true`: the first messages of a campaign shall leave now. Other values confirm nothing. */
export const StartWire = v.pipe(
  v.looseObject({ confirm: v.optional(v.unknown()) }),
  v.transform(({ confirm }) => ({ isConfirmed: confirm === true })),
);

export const ScheduleWire = v.object({ sentAt: v.optional(v.nullable(Instant), null) });

/** Selects of the interface's clients send numbers or their text. */
const SelectedNumber = v.pipe(
  v.union([v.number(), v.string()]),
  v.transform((value) => (value === "" ? Number.NaN : Number(value))),
);

export const CampaignSettingsWire = v.object({
  settings: v.pipe(
    v.looseObject({
      messageInterval: SelectedNumber,
      longerIntervalAfter: SelectedNumber,
      greaterInterval: SelectedNumber,
    }),
    CampaignSettings,
  ),
});

/** Entries of the interface: each value is JSON text. */
export const settingsToWire = (settings: CampaignSettings) =>
  Object.entries(settings).map(([key, value]) => ({ key, value: JSON.stringify(value) }));

/** Returns the refusal with the interface's names of the states. */
export function inWireNames(error: Error): Error {
  if (!(error instanceof DomainError) || error.code !== "ERR_CAMPAIGN_STATE") return error;
  const nameOf = (status: unknown) => campaignStatusNames[status as CampaignStatus];
  const { from, to } = error.details;
  return new DomainError(error.code, { from: nameOf(from), to: nameOf(to) });
}

const iso = (at: Date | null) => at?.toISOString() ?? null;

export function campaignToListWire(view: CampaignView): CampaignListWire {
  const { id, name, status, reason, confirmation, listId, listName, tagId, connections, scheduledAt } = view;
  return {
    ...{ id, name, reason, confirmation },
    status: campaignStatusNames[status],
    contactListId: listId,
    contactList: listId ? { name: listName ?? "" } : null,
    tagListId: tagId,
    whatsappId: connections.length > 0 ? connections.map((one) => one.id).join(",") : null,
    whatsapp: connections.length > 0 ? { name: connections.map((one) => one.name).join(", ") } : null,
    scheduledAt: iso(scheduledAt),
    scheduledAtLocal: scheduledAt && localMinute(scheduledAt, view.timeZone),
    startedAt: iso(view.startedAt),
    completedAt: iso(view.completedAt),
    isEditable: view.isEditable,
    needsReview: view.needsReview,
    counts: view.counts,
    expectedEndAt: iso(view.expectedEndAt),
    waitsFor: view.waitsFor,
    waitsUntil: iso(view.waitsUntil),
    createdAt: view.createdAt.toISOString(),
    updatedAt: view.updatedAt.toISOString(),
  };
}

export function campaignToWire(view: CampaignDetails, addressOf: (fileId: string) => string): CampaignWire {
  const [message1 = "", message2 = "", message3 = "", message4 = "", message5 = ""] = view.messages;
  const [one = "", two = "", three = "", four = "", five = ""] = view.confirmationMessages;
  const wire = campaignToListWire(view);
  return {
    ...wire,
    ...{ message1, message2, message3, message4, message5 },
    confirmationMessage1: one,
    confirmationMessage2: two,
    confirmationMessage3: three,
    confirmationMessage4: four,
    confirmationMessage5: five,
    mediaPath: view.fileId && addressOf(view.fileId),
    mediaName: view.fileName,
    window: view.window,
    dailyLimit: view.dailyLimit,
    replyQueueId: view.replyQueueId,
    shipping: view.shipping.map(({ id, number, deliveredAt, askedAt, confirmedAt }) => ({
      ...{ id, number },
      deliveredAt: iso(deliveredAt),
      confirmationRequestedAt: iso(askedAt),
      confirmedAt: iso(confirmedAt),
    })),
    contactList: wire.contactList && { name: wire.contactList.name, contacts: view.listItems },
  };
}

export function previewToWire(preview: CampaignPreview): CampaignPreviewWire {
  return {
    ...preview,
    connections: preview.connections.map((one) => ({ ...one, firstAt: iso(one.firstAt), lastAt: iso(one.lastAt) })),
    startsAt: iso(preview.startsAt),
    endsAt: iso(preview.endsAt),
    warnings: preview.warnings.map(({ code, connection, count }) => ({
      ...{ code, count },
      connectionId: connection?.id ?? null,
      connectionName: connection?.name ?? null,
    })),
  };
}

export const excludedToWire = ({ people, ...page }: ExcludedPage): ExcludedPageWire => ({ records: people, ...page });

export function reportToWire({ campaign, pace, connections, ...report }: CampaignReport): CampaignReportWire {
  const wire = campaignToListWire(campaign);
  return {
    ...report,
    campaign: wire,
    pace: pace.map(({ at, sent }) => ({ at: at.toISOString(), sent })),
    connections: connections.map((one) => ({ ...one, waitsUntil: iso(one.waitsUntil) })),
    startedAt: wire.startedAt,
    expectedEndAt: wire.expectedEndAt,
    timeZone: campaign.timeZone,
  };
}

export function recipientToWire(recipient: RecipientView): RecipientWire {
  const { id, name, number, email, contactId, state, reason, variant, connectionName } = recipient;
  const { askedAt, confirmedAt, sentAt, deliveredAt, readAt, repliedAt, endedAt } = recipient;
  const times = [askedAt, confirmedAt, sentAt, deliveredAt, readAt, repliedAt, endedAt].flatMap((at) => at ?? []);
  const latest = times.reduce<Date | null>((last, at) => (!last || at > last ? at : last), null);
  return {
    ...{ id, name, number, email, contactId, state, reason, variant, connectionName },
    askedAt: iso(askedAt),
    confirmedAt: iso(confirmedAt),
    sentAt: iso(sentAt),
    deliveredAt: iso(deliveredAt),
    readAt: iso(readAt),
    repliedAt: iso(repliedAt),
    at: iso(latest),
  };
}
