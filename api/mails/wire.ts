import * as v from "valibot";
import { Id } from "../../contracts/id.ts";
import { LocalMinute, localMinute } from "../../contracts/local-time.ts";
import {
  ADDRESS_TEXT_LENGTH,
  MAIL_BODY_LENGTH,
  MAIL_SUBJECT_LENGTH,
  mailGroups,
  NewMail,
  splitAddresses,
} from "../../contracts/office/mails.ts";
import type { MailPageWire, MailRecordWire, MailWire } from "../../contracts/wire/mails.ts";
import {
  type MailDetails,
  type MailPage,
  type MailView,
  type SentMail,
  unknownDecisions,
} from "../../domain/office/mails/index.ts";
import { optionalText, PageNumber, searchFor } from "../http/query.ts";
import { shownAs } from "../http/reference/shown-input.ts";

/** Spaces around a subject are removed before it is measured. */
const MAIL_SPACES = 100;

/** One call per recipient; several are separated by commas. `tokenSenha` and other fields are ignored. */
const OldMail = {
  /** Bounded before it is split. */
  email: v.pipe(v.string(), v.maxLength(ADDRESS_TEXT_LENGTH), v.description("One address, or several with commas")),
  assunto: v.pipe(v.string(), v.maxLength(MAIL_SUBJECT_LENGTH + MAIL_SPACES)),
  mensagem: v.pipe(v.string(), v.maxLength(MAIL_BODY_LENGTH)),
};
const inOurNames = ({ email, assunto, mensagem }: { email: string; assunto: string; mensagem: string }) => ({
  to: splitAddresses(email),
  subject: assunto,
  body: mensagem,
});

export const SendMailWire = shownAs(
  OldMail,
  v.pipe(
    v.object(OldMail),
    v.transform((mail): unknown => inOurNames(mail)),
    NewMail,
  ),
);
const OldScheduledMail = { ...OldMail, sendAt: LocalMinute };
export const ScheduleMailWire = shownAs(
  OldScheduledMail,
  v.pipe(
    v.object(OldScheduledMail),
    v.transform(({ sendAt, ...mail }): unknown => ({ ...inOurNames(mail), sendAt })),
    NewMail,
  ),
);

export const MailQueryWire = v.pipe(
  v.object({
    group: v.pipe(optionalText, v.optional(v.picklist(mailGroups)), v.description("Absent or empty: `sent`")),
    searchParam: searchFor("Words of the subject or of addresses"),
    pageNumber: PageNumber,
  }),
  v.transform(({ group, searchParam, pageNumber }) => ({ group, search: searchParam, page: pageNumber })),
);

const ids = v.optional(v.pipe(v.array(Id), v.minLength(1), v.maxLength(500)));
export const ResendWire = v.object({ recipientIds: ids });
export const DecisionWire = v.object({ outcome: v.picklist(unknownDecisions), recipientIds: ids });

export const sentMailToWire = ({ id, address, subject, body }: SentMail) => ({
  ...{ id, subject },
  sender: address,
  message: body,
});

function recordToWire(view: MailView, timeZone: string): MailRecordWire {
  const { id, subject, preview, userId, userName, address, counts, isScheduled, sendAt, createdAt } = view;
  return {
    ...{ id, subject, preview, userId, userName, address, counts, isScheduled },
    sendAt: sendAt?.toISOString() ?? null,
    sendAtLocal: sendAt && localMinute(sendAt, timeZone),
    createdAt: createdAt.toISOString(),
  };
}

export const mailPageToWire = ({ mails, timeZone, ...page }: MailPage): MailPageWire => ({
  ...page,
  records: mails.map((view) => recordToWire(view, timeZone)),
  timeZone,
});

export const mailToWire = ({ body, recipients, timeZone, ...view }: MailDetails): MailWire => ({
  ...recordToWire(view, timeZone),
  body,
  recipients: recipients.map(({ dueAt, sentAt, updatedAt, ...recipient }) => ({
    ...recipient,
    dueAt: dueAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
  })),
  timeZone,
});
