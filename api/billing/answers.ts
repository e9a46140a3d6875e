import * as v from "valibot";
import { providers } from "../../contracts/account/billing.ts";
import { recurrences } from "../../contracts/account/companies.ts";
import { InvoiceWire, PaymentEventWire, PaymentResultWire, ReceiptWire } from "../../contracts/wire/billing.ts";
import { UsageAnswer } from "../companies/answers.ts";
import { AnswerDay, AnswerId, AnswerTime, Count, Named } from "../http/answer-values.ts";
import { PlanAnswer } from "../platform/plans/answers.ts";

const Brl = v.pipe(v.number(), v.minValue(0), v.description("BRL, with at most two decimals"));
const PaymentPage = v.optional(
  v.pipe(v.string(), v.url(), v.description("Absent: the provider is off or unavailable")),
);

export const InvoiceAnswer = v.object({
  ...InvoiceWire.entries,
  id: AnswerId,
  number: v.pipe(Count, v.description("The number that people see")),
  recurrence: v.pipe(
    InvoiceWire.entries.recurrence,
    v.description("The months that an invoice of the kind `period` pays: 1, 2, 3, 6 or 12"),
  ),
  value: Brl,
  dueDate: AnswerDay,
  overdue: v.pipe(
    v.boolean(),
    v.description("Open, of the kind `period`, and its due date is before today in the company's time zone"),
  ),
  paidAt: v.nullable(AnswerTime),
  paidWith: v.pipe(
    InvoiceWire.entries.paidWith,
    v.description("`manual`: a super user marked it as paid; null: it is not paid"),
  ),
  reason: v.pipe(v.nullable(v.string()), v.description("Why a super user voided it or marked it as paid")),
  planId: v.pipe(v.nullable(AnswerId), v.description("null: the plan is deleted")),
});

/** At most 20. */
export const InvoicesAnswer = v.array(InvoiceAnswer);

export const ReceiptAnswer = v.object({
  ...ReceiptWire.entries,
  ...InvoiceAnswer.entries,
  from: v.pipe(AnswerDay, v.description("The first day that it paid, YYYY-MM-DD in the company's time zone")),
  to: v.pipe(AnswerDay, v.description("The last day that it paid, YYYY-MM-DD in the company's time zone")),
});

export const SubscriptionAnswer = v.object({
  trialExpiration: v.pipe(
    v.nullable(AnswerTime),
    v.description("The end of the trial, UTC, ISO 8601; null: there is none, or a payment ended it"),
  ),
  dueDate: v.pipe(AnswerTime, v.description("The end of the last paid day, UTC, ISO 8601")),
  email: v.string(),
  recurrence: v.picklist(recurrences),
  plan: v.nullable(PlanAnswer),
  usage: UsageAnswer,
  invoice: v.pipe(v.nullable(InvoiceAnswer), v.description("The invoice to pay next; null: there is none")),
  providers: v.pipe(v.array(v.picklist(providers)), v.description("The ways to pay that are on")),
  billing: ReceiptWire.entries.billing,
});

export const PaymentResultAnswer = v.object({
  ...PaymentResultWire.entries,
  qrcode: v.optional(
    v.object({
      qrcode: v.pipe(v.string(), v.description("The code of Pix, as text to copy and to show as a QR code")),
    }),
  ),
  stripeURL: PaymentPage,
  asaasURL: PaymentPage,
  mercadopagoURL: PaymentPage,
  valorext: v.pipe(Brl, v.description("The amount of the invoice: BRL, with at most two decimals")),
  confirmedBy: v.optional(
    v.pipe(
      v.picklist(["provider", "person"]),
      v.description("`person`: a super user confirms the static Pix. Absent without `qrcode`"),
    ),
  ),
  unavailable: v.pipe(
    v.array(v.picklist(providers)),
    v.description("Providers that did not answer now, or got too many charges of the invoice within an hour"),
  ),
});

export const PaymentEventsAnswer = v.array(
  v.object({
    ...PaymentEventWire.entries,
    id: AnswerId,
    providerId: v.pipe(v.string(), v.description("The charge's id at the provider")),
    reason: v.pipe(PaymentEventWire.entries.reason, v.description("Why it changed nothing; null: it paid, or waits")),
    value: v.pipe(v.nullable(Brl), v.description("The amount that the provider confirmed, in BRL; null: none yet")),
    company: v.nullable(Named),
    invoice: v.nullable(v.object({ id: AnswerId, number: Count })),
    createdAt: AnswerTime,
  }),
);

/** The answer to a dismissal has no field. */
export const DismissalAnswer = v.object({});
