import * as v from "valibot";
import { channels } from "../../contracts/channels.ts";
import { ConsentEntryWire } from "../../contracts/desk/consent.ts";
import { ContactPageWire, ContactWire } from "../../contracts/wire/contacts.ts";
import { AnswerId, AnswerTime, ListCount, Named, NamedInColor } from "../http/answer-values.ts";
import { TicketAnswer } from "../tickets/answers.ts";

const PhoneNumber = v.pipe(v.string(), v.description("Digits with the country code; '' when it is not known"));

export const ContactAnswer = v.object({
  ...v.omit(ContactWire, ["channel", "tags", "tickets"]).entries,
  id: AnswerId,
  number: PhoneNumber,
  email: v.pipe(v.string(), v.description("'' without one")),
  active: v.pipe(v.boolean(), v.description("False: the contact is blocked")),
  profilePicUrl: v.pipe(v.string(), v.description("Address of the picture; '' without one")),
  extraInfo: v.array(v.object({ ...Named.entries, value: v.string() })),
  optedOutAt: v.pipe(
    v.nullable(AnswerTime),
    v.description("When the person opted out of campaigns, as UTC, ISO 8601; null: not"),
  ),
  hasNoWhatsapp: v.pipe(
    v.boolean(),
    v.description("A recent check did not find the number on WhatsApp. False: it did, or it was not checked"),
  ),
  createdAt: AnswerTime,
  updatedAt: AnswerTime,
});

const ListedContact = v.object({
  ...ContactAnswer.entries,
  channel: v.picklist(channels),
  tickets: v.pipe(
    v.array(v.object({ updatedAt: AnswerTime })),
    v.maxLength(1),
    v.description("One element with the time of the contact's last message; empty without a ticket"),
  ),
  tags: v.pipe(v.array(NamedInColor), v.description("The tags of those of its tickets that you may see")),
});

export const ContactPageAnswer = v.object({
  ...ContactPageWire.entries,
  contacts: v.array(ListedContact),
  count: v.optional(ListCount("The number of contacts, only with the first page without a filter")),
});

export const PickedContactsAnswer = v.array(v.object({ ...Named.entries, number: PhoneNumber }));

export const ContactTicketsAnswer = v.object({ tickets: v.array(TicketAnswer), hasMore: v.boolean() });

export const BlockedAnswer = v.object({ id: AnswerId, active: v.boolean() });
export const BotAnswer = v.object({ id: AnswerId, disableBot: v.boolean() });

export const MergedContactAnswer = v.object({
  ...ContactAnswer.entries,
  mergeId: v.pipe(v.nullable(AnswerId), v.description("Undoes the merge; null: there is no merge of the two to undo")),
});

export const MergesAnswer = v.object({
  merges: v.array(
    v.object({
      id: AnswerId,
      contactId: v.pipe(AnswerId, v.description("The merged contact")),
      name: v.string(),
      number: PhoneNumber,
      at: AnswerTime,
      user: v.pipe(
        v.nullable(Named),
        v.description("Null: a channel reported both as one person. The name of a deleted user is ''"),
      ),
      canUndo: v.pipe(v.boolean(), v.description("Whether you may undo it now: the newest merge first")),
    }),
  ),
});

export const UndoneMergeAnswer = v.object({
  contactIds: v.pipe(v.array(AnswerId), v.length(2), v.description("The kept contact and the one that exists again")),
});

export const ConsentAnswer = v.object({
  optedOutAt: v.pipe(v.nullable(AnswerTime), v.description("UTC, ISO 8601; null: not opted out")),
  entries: v.array(
    v.object({
      ...ConsentEntryWire.entries,
      id: AnswerId,
      wording: v.pipe(v.string(), v.description("The person's message; '' for a change by a user")),
      reason: v.pipe(v.string(), v.description("The user's reason; '' for the person's own message")),
      at: AnswerTime,
    }),
  ),
});
