import * as v from "valibot";
import { instantOf, isLocal } from "../../../../contracts/local-time.ts";
import { unknownPlaceholders } from "../../../../contracts/marketing/campaign-text.ts";
import {
  CampaignInput,
  type CampaignVariable,
  SendingWindow,
  usualWindow,
  VARIANTS,
} from "../../../../contracts/marketing/campaigns.ts";
import { serverDate } from "../../../../sync/client/server-clock.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { ApiError } from "../../../session/api-error.ts";
import { checkBy } from "../../lists/form-problems.ts";
import type { Problems, Refusal } from "../../lists/index.ts";
import type { Campaign } from "./campaign-wire.ts";

/** The values of the dialog, also as a draft on the device. Empty fields are '' or null. */
export const CampaignForm = v.object({
  name: v.string(),
  messages: v.pipe(v.array(v.string()), v.length(VARIANTS)),
  confirmationMessages: v.pipe(v.array(v.string()), v.length(VARIANTS)),
  confirmation: v.boolean(),
  listId: v.nullable(v.string()),
  tagId: v.nullable(v.string()),
  connectionIds: v.array(v.string()),
  /** In the company's time zone; '': not scheduled. */
  scheduledAt: v.string(),
  window: v.object({ days: v.array(v.number()), start: v.string(), end: v.string() }),
  /** Digits; '': no limit. */
  dailyLimit: v.string(),
  replyQueueId: v.nullable(v.string()),
});
export type CampaignForm = v.InferOutput<typeof CampaignForm>;

const noTexts = () => Array<string>(VARIANTS).fill("");

export const newCampaign = (): CampaignForm => ({
  name: "",
  messages: noTexts(),
  confirmationMessages: noTexts(),
  confirmation: false,
  listId: null,
  tagId: null,
  connectionIds: [],
  scheduledAt: "",
  window: { ...usualWindow, days: [...usualWindow.days] },
  dailyLimit: "",
  replyQueueId: null,
});

export const formOf = (campaign: Omit<Campaign, "status">): CampaignForm => ({
  name: campaign.name,
  messages: [campaign.message1, campaign.message2, campaign.message3, campaign.message4, campaign.message5],
  confirmationMessages: [
    campaign.confirmationMessage1,
    campaign.confirmationMessage2,
    campaign.confirmationMessage3,
    campaign.confirmationMessage4,
    campaign.confirmationMessage5,
  ],
  confirmation: campaign.confirmation,
  listId: campaign.contactListId,
  tagId: campaign.tagListId,
  connectionIds: campaign.whatsappId?.split(",").filter((id) => id !== "") ?? [],
  scheduledAt: campaign.scheduledAtLocal ?? "",
  window: campaign.window,
  dailyLimit: campaign.dailyLimit === null ? "" : String(campaign.dailyLimit),
  replyQueueId: campaign.replyQueueId,
});

const limitOf = (typed: string) => (typed.trim() === "" ? null : Number(typed));

/** Returns the values as the contract names them. */
const inputOf = (form: CampaignForm) => ({
  ...form,
  scheduledAt: form.scheduledAt || null,
  dailyLimit: limitOf(form.dailyLimit),
});

/** Returns the request's body, with the names of the HTTP interface. */
export function bodyOf(form: CampaignForm) {
  const { messages, confirmationMessages, listId, tagId, connectionIds, ...fields } = inputOf(form);
  const numbered = (name: string, texts: string[]) =>
    Object.fromEntries(texts.map((text, index) => [`${name}${index + 1}`, text]));
  return {
    ...fields,
    ...numbered("message", messages),
    ...numbered("confirmationMessage", confirmationMessages),
    contactListId: listId,
    tagListId: tagId,
    whatsappId: connectionIds.join(","),
    // A start time is confirmed in the dry run.
    awaitsConfirmation: true,
    sentAt: serverDate().toISOString(),
  };
}

const limitText = () => m.campaigns_daily_limit_wrong();
const checkInput = checkBy<ReturnType<typeof inputOf>>(CampaignInput, {
  dailyLimit: { number: limitText, integer: limitText, min_value: limitText, max_value: limitText },
});

/** Input of the check of a start time. `kept`: the time of a campaign that has started or was too late; it may stay. */
export type StartCheck = { now: Date; timeZone: string; kept: string | null };

/** Returns the problems of a form before it is sent. `variables`: the company's; null while they are not loaded. */
export function campaignProblems(
  form: CampaignForm,
  variables: readonly CampaignVariable[] | null,
  start: StartCheck,
): Problems<CampaignForm> {
  const problems: Problems<CampaignForm> = checkInput(inputOf(form));
  if (problems.window) problems.window = windowProblem(form) ?? problems.window;
  if (form.scheduledAt !== "") addMissing(problems, form);
  if (isPast(form.scheduledAt, start)) problems.scheduledAt ??= m.error_campaign_not_future();
  if (!variables) return problems;
  const messages = unknownIn(form.messages, variables);
  if (messages) problems.messages ??= messages;
  const questions = form.confirmation ? unknownIn(form.confirmationMessages, variables) : null;
  if (questions) problems.confirmationMessages ??= questions;
  return problems;
}

const isPast = (scheduledAt: string, { now, timeZone, kept }: StartCheck): boolean =>
  isLocal(scheduledAt) && scheduledAt !== kept && instantOf(scheduledAt, timeZone) <= now;

/** A scheduled campaign starts by itself, so nothing may be missing. */
function addMissing(problems: Problems<CampaignForm>, form: CampaignForm): void {
  const isEmpty = (texts: string[]) => texts.every((text) => text.trim() === "");
  if (isEmpty(form.messages)) problems.messages ??= m.campaigns_missing_message();
  if (form.confirmation && isEmpty(form.confirmationMessages))
    problems.confirmationMessages ??= m.campaigns_missing_question();
  if (!form.listId && !form.tagId) problems.listId ??= m.campaigns_missing_audience();
  if (form.connectionIds.length === 0) problems.connectionIds ??= m.campaigns_missing_connection();
}

function windowProblem({ window }: CampaignForm): string | null {
  if (window.days.length === 0) return m.campaigns_window_no_day();
  return v.is(SendingWindow, window) ? null : m.campaigns_window_wrong();
}

function unknownIn(texts: readonly string[], variables: readonly CampaignVariable[]): string | null {
  const names = [...new Set(texts.flatMap((text) => unknownPlaceholders(text, variables)))];
  return names.length === 0 ? null : m.campaigns_unknown({ count: names.length, names: names.join(", ") });
}

/** Returns a sentence that names the variables of a text that nothing fills. */
export const unknownProblem = (text: string, variables: readonly CampaignVariable[] | null): string | null =>
  variables && unknownIn([text], variables);

/** Interprets the refusal of a past start time, or of a variable that another user has deleted; null: any other refusal. */
export function campaignRefusal(error: unknown): Refusal<CampaignForm> | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === "ERR_CAMPAIGN_NOT_FUTURE")
    return { problems: { scheduledAt: m.error_campaign_not_future() }, failure: null };
  if (error.code !== "ERR_CAMPAIGN_VARIABLE") return null;
  const { variable } = error.details;
  if (typeof variable !== "string") return null;
  return { problems: {}, failure: m.campaigns_unknown({ count: 1, names: variable }) };
}
