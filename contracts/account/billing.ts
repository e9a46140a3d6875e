import * as v from "valibot";
import { Id } from "../id.ts";
import { BillingAddress } from "./companies.ts";

/** The ways to pay. `pix`: a static code for `PIX_KEY`, confirmed by a super user. */
export const providers = ["pix", "efi", "stripe", "asaas", "mercadopago"] as const;
export type Provider = (typeof providers)[number];

export const invoiceStatuses = ["open", "paid", "void"] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];
/** `period`: pays a recurrence. `upgrade`: pays the difference to a bigger plan for the days that are paid already. */
export const invoiceKinds = ["period", "upgrade"] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];
export const chargeStatuses = ["open", "paid", "failed", "void"] as const;
export type ChargeStatus = (typeof chargeStatuses)[number];
/**
 * `waiting`: the provider has not been asked yet. `unmatched`: the provider confirms a payment that changes nothing (no
 * invoice, wrong amount, already paid); a super user decides. `ignored`: nothing was paid.
 */
export const eventStates = ["waiting", "done", "unmatched", "ignored", "dismissed"] as const;
export type EventState = (typeof eventStates)[number];
/** Why an event changed nothing: six reasons of unmatched payments, then those of ignored events. */
export const eventReasons = [
  "noCharge",
  "wrongAmount",
  "invoicePaid",
  "invoiceVoid",
  "paidTwice",
  "planTooSmall",
  "notPaid",
  "unknownToProvider",
  "repeated",
] as const;
export type EventReason = (typeof eventReasons)[number];

/** The payer copies a code, or opens a page of the provider. */
export type PaymentOption = { kind: "code"; code: string } | { kind: "page"; url: string };

/** An invoice is created this long before its due date. */
export const INVOICE_DAYS_BEFORE = 20;
/** The invoice of an upgrade can be paid this long; then it becomes void. */
export const UPGRADE_DAYS = 3;
/** Reminder mails: so many days before the due date; 0: on the day. */
export const reminderDays = [5, 3, 1, 0] as const;

export const Reason = v.object({ reason: v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(200)) });

/** The payment of an invoice. Its amount is the invoice's, and no card data is part of it. */
export const SubscriptionInput = v.object({
  invoiceId: Id,
  /** The plan from this payment on; null: the invoice's. */
  planId: v.optional(v.nullable(Id), null),
  /** Null: the address that the company has stored, or none. */
  billing: v.nullable(BillingAddress),
});
export type SubscriptionInput = v.InferOutput<typeof SubscriptionInput>;
