import * as v from "valibot";
import { ImportView } from "../../contracts/marketing/contact-imports.ts";
import { campaignStatusNames } from "../../contracts/wire/campaigns.ts";
import {
  ContactListItemPageWire,
  ContactListItemWire,
  ContactListPageWire,
  ContactListSummaryWire,
  ContactListWire,
  ContactsAddedWire,
} from "../../contracts/wire/contact-lists.ts";
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

/** The rows of a spreadsheet count from 1. */
const RowNumber = v.pipe(Count, v.description("The row in the file, from 1"));
const Cells = v.array(v.string());

const ImportAnswer = v.object({
  ...ImportView.entries,
  id: AnswerId,
  name: v.pipe(v.string(), v.description("The name of the file")),
  headers: v.pipe(Cells, v.description("One for each column; '' where the column has none")),
  headerRow: v.pipe(Count, v.description("The row with the headers, from 1; 0: the file has none")),
  head: v.pipe(
    v.array(v.object({ rowNumber: RowNumber, cells: Cells, isHidden: v.optional(v.literal(true)) })),
    v.description("The first rows of the file"),
  ),
  sample: v.pipe(v.array(Cells), v.maxLength(5), v.description("The first rows with people")),
  mapping: v.pipe(ImportView.entries.mapping, v.description("The columns, from 0; null: not chosen yet")),
  total: v.pipe(Count, v.description("The rows that are imported")),
  hidden: v.pipe(Count, v.description("The rows after the headers that the spreadsheet hides")),
  withHidden: v.pipe(v.boolean(), v.description("Whether hidden rows are imported as well")),
  done: v.pipe(Count, v.description("The rows of the present step that are finished")),
  idleSeconds: v.pipe(Count, v.description("Seconds since its last progress")),
  counts: v.pipe(
    v.nullable(v.object({ created: Count, updated: Count, duplicate: Count, bad: Count })),
    v.description("Rows by outcome: expected before the run, real after it; null: not known yet"),
  ),
  error: v.pipe(v.nullable(v.string()), v.description("The error code of a failed import")),
});

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
