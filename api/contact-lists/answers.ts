import * as v from "valibot";
import { campaignStatusNames } from "../../contracts/wire/campaigns.ts";
import {
  ContactListItemPageWire,
  ContactListItemWire,
  ContactListPageWire,
  ContactListSummaryWire,
  ContactListWire,
  ContactsAddedWire,
} from "../../contracts/wire/contact-lists.ts";
import { ImportAnswer } from "../contact-imports/answers.ts";
import { AnswerId, AnswerTime, Count, Named } from "../http/answer-values.ts";

export const ContactListAnswer = v.object({
  ...ContactListWire.entries,
  id: AnswerId,
  contactsCount: Count,
  createdAt: AnswerTime,
  updatedAt: AnswerTime,
});

export const ContactListsAnswer = v.array(ContactListAnswer);
export const ContactListPageAnswer = v.object({ ...ContactListPageWire.entries, records: ContactListsAnswer });

export const ContactListSummaryAnswer = v.object({
  ...ContactListSummaryWire.entries,
  total: Count,
  valid: v.pipe(Count, v.description("People on WhatsApp")),
  invalid: v.pipe(Count, v.description("People who are not on WhatsApp")),
  optedOut: v.pipe(Count, v.description("People who opted out of marketing")),
  ready: v.pipe(Count, v.description("People on WhatsApp who did not opt out: they get a campaign")),
  checking: v.pipe(Count, v.description("People whose number waits for a WhatsApp check")),
  usedBy: v.pipe(
    v.nullable(
      v.object({
        ...Named.entries,
        status: v.picklist(Object.values(campaignStatusNames)),
        scheduledAt: v.nullable(AnswerTime),
      }),
    ),
    v.description("The campaign that needs the list, so that it cannot be deleted; null: none"),
  ),
  latestImport: v.pipe(v.nullable(ImportAnswer), v.description("The running or latest import into the list")),
});

export const ContactListItemAnswer = v.object({
  ...ContactListItemWire.entries,
  id: AnswerId,
  contactListId: AnswerId,
  number: v.pipe(v.string(), v.description("Digits with country code")),
  email: v.pipe(v.string(), v.description("'' without an e-mail")),
  isWhatsappValid: v.pipe(v.nullable(v.boolean()), v.description("null: not checked yet")),
  optedOutAt: v.pipe(
    v.nullable(AnswerTime),
    v.description("When the person opted out of marketing, UTC, ISO 8601; null: not"),
  ),
});

export const ContactListItemPageAnswer = v.object({
  ...ContactListItemPageWire.entries,
  contacts: v.array(ContactListItemAnswer),
});

export const ContactsAddedAnswer = v.object({
  ...ContactsAddedWire.entries,
  added: Count,
  known: v.pipe(Count, v.description("People of the source that the list already had")),
});

export const DeletedItemsAnswer = v.object({ deleted: Count });
export const CheckAnswer = v.object({
  queued: v.pipe(Count, v.description("Numbers that did not wait for a check yet")),
});
