import * as v from "valibot";
import { eventReasons, eventStates, invoiceKinds, providers, SubscriptionInput } from "../account/billing.ts";
import { BillingAddress, recurrences } from "../account/companies.ts";
import { Id } from "../id.ts";
import { PlanUsageWire } from "./companies.ts";
import { PlanWire } from "./plans.ts";

/**
 * An invoice, as the HTTP interface answers it. `GET /invoices/all?searchParam=&pageNumber=` answers an array of at most
 * 20, newest first. Super users get the same of a company from `GET /companies/{id}/invoices?pageNumber=`, and send `POST /companies/{id}/invoices/{invoiceId}/void` or `/paid` with a reason.
 */
export const InvoiceWire = v.object({
  id: v.string(),
  /** The number that people see. */
  number: v.number(),
  /** `upgrade`: the difference to a bigger plan until the due date of the company. */
  kind: v.picklist(invoiceKinds),
  detail: v.string(),
  /** The months that an invoice of the kind `period` pays: MENSAL, BIMESTRAL, TRIMESTRAL, SEMESTRAL or ANUAL. */
  recurrence: v.picklist(recurrences),
  /** The amount in BRL, a number with two decimals. */
  value: v.number(),
  /** "YYYY-MM-DD" in the company's time zone. */
  dueDate: v.string(),
  status: v.picklist(["paid", "open", "void"]),
  /** Open, of the kind `period`, and its due date is before today in the company's time zone. */
  overdue: v.boolean(),
  paidAt: v.nullable(v.string()),
  paidWith: v.nullable(v.picklist([...providers, "manual"])),
  reason: v.nullable(v.string()),
  planId: v.nullable(v.string()),
});
export type InvoiceWire = v.InferOutput<typeof InvoiceWire>;

/** `GET /invoices/{id}/receipt`, of a paid invoice. */
export const ReceiptWire = v.object({
  ...InvoiceWire.entries,
  company: v.object({ name: v.string(), email: v.string() }),
  billing: v.nullable(
    v.object({
      name: v.string(),
      street: v.string(),
      city: v.string(),
      state: v.string(),
      zipCode: v.string(),
      country: v.string(),
    }),
  ),
  /** The first and the last day that it paid. */
  from: v.string(),
  to: v.string(),
});
export type ReceiptWire = v.InferOutput<typeof ReceiptWire>;

const address = BillingAddress.entries;

/** The fields of the body of `POST /subscription`. All fields of the address are null, or absent, without an address. */
export const SubscriptionInputFields = v.object({
  invoiceId: SubscriptionInput.entries.invoiceId,
  firstName: v.nullable(address.name),
  lastName: v.optional(v.string(), ""),
  /** The street with the number. */
  address2: v.nullable(address.street),
  city: v.nullable(address.city),
  state: v.nullable(address.state),
  zipcode: v.nullable(address.zipCode),
  country: v.nullable(address.country),
  /** The chosen plan as JSON text, of which `planId` is read; absent: the invoice's plan. */
  plan: v.optional(v.pipe(v.string(), v.parseJson(), v.object({ planId: v.string() }))),
});

/**
 * The body of `POST /subscription`. Fields that are not listed are dropped: the price is the invoice's, and card data
 * (`cardNumber`, `cvv`, `nameOnCard`) is entered on the page of a provider.
 */
export const SubscriptionInputWire = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((body) => (isWithoutAddress(body) ? { ...body, ...noAddress } : body)),
  SubscriptionInputFields,
  v.transform(({ firstName, lastName, address2, zipcode, plan, ...rest }): v.InferInput<typeof SubscriptionInput> => {
    const { invoiceId, city, state, country } = rest;
    const name = `${firstName} ${lastName}`;
    const complete = { name, street: address2, city, state, zipCode: zipcode, country };
    const billing = address2 === null ? null : (complete as v.InferInput<typeof BillingAddress>);
    return { invoiceId, planId: plan?.planId ?? null, billing };
  }),
  SubscriptionInput,
);

/**
 * Clients of this family open the payment at a later step and send the fields of the address as they have them: empty,
 * when the company has none. A part of an address is refused.
 */
function isWithoutAddress({ address2, city, zipcode }: Record<string, unknown>): boolean {
  return [address2, city, zipcode].every((field) => field === undefined || field === null || field === "");
}
const noAddress = {
  firstName: null,
  lastName: "",
  address2: null,
  city: null,
  state: null,
  zipcode: null,
  country: null,
};

/** The body of `POST /subscription/upgrade`; the answer is an `InvoiceWire`. */
export const UpgradeInputWire = v.object({ planId: Id });

/** The answer of `POST /subscription`: each field stands only where its provider is on. */
export const PaymentResultWire = v.object({
  /** The code of Pix (Efí, or the static one), as text to copy and to show as a QR code. */
  qrcode: v.optional(v.object({ qrcode: v.string() })),
  stripeURL: v.optional(v.string()),
  asaasURL: v.optional(v.string()),
  mercadopagoURL: v.optional(v.string()),
  /** The amount of the invoice in BRL. */
  valorext: v.number(),
  /** A person confirms the static Pix; the others confirm themselves. */
  confirmedBy: v.optional(v.picklist(["provider", "person"])),
  /** Providers that did not answer now. */
  unavailable: v.array(v.picklist(providers)),
});
export type PaymentResultWire = v.InferOutput<typeof PaymentResultWire>;

/** `GET /subscription`: the admin's view of the own company's subscription. */
export const SubscriptionWire = v.object({
  /** The end of the trial; null: no trial, or one that a payment ended. */
  trialExpiration: v.nullable(v.string()),
  dueDate: v.string(),
  email: v.string(),
  recurrence: v.string(),
  plan: v.nullable(PlanWire),
  usage: PlanUsageWire,
  /** The invoice to pay next; null: there is none. */
  invoice: v.nullable(InvoiceWire),
  /** The ways to pay that are on. */
  providers: v.array(v.picklist(providers)),
  billing: ReceiptWire.entries.billing,
});
export type SubscriptionWire = v.InferOutput<typeof SubscriptionWire>;

/**
 * A confirmed payment that changed nothing, for super users: `GET /payment-events?state=unmatched&pageNumber=` answers an
 * array of at most 20, newest first;
 * `POST /payment-events/{id}/dismiss` with a reason.
 */
export const PaymentEventWire = v.object({
  id: v.string(),
  provider: v.picklist(providers),
  /** The charge's id at the provider. */
  providerId: v.string(),
  state: v.picklist(eventStates),
  reason: v.nullable(v.picklist(eventReasons)),
  value: v.nullable(v.number()),
  company: v.nullable(v.object({ id: v.string(), name: v.string() })),
  invoice: v.nullable(v.object({ id: v.string(), number: v.number() })),
  createdAt: v.string(),
});
export type PaymentEventWire = v.InferOutput<typeof PaymentEventWire>;
