import type { ChargeStatus, PaymentOption, Provider } from "../../contracts/account/billing.ts";
import type { BillingAddress } from "../../contracts/account/companies.ts";

/** Providers that confirm payments themselves. The static Pix is confirmed by a super user. */
export type ConfirmingProvider = Exclude<Provider, "pix">;

/** A charge to create at a provider. */
export type NewCharge = {
  /** Our id (UUID): the reference at the provider and the idempotency key. */
  id: string;
  amountCents: number;
  /** The invoice's detail, for the payer: "Plano Profissional · dezembro". */
  description: string;
  invoiceNumber: number;
  /** "YYYY-MM-DD"; can be in the past. */
  dueDate: string;
  payer: { name: string; email: string; address: BillingAddress | null };
  /** The page of ours to which the provider sends the payer back. */
  returnUrl: string;
  /** The address of our webhook of this provider, for providers that take it with each charge. */
  webhookUrl: string;
};

export type CreatedCharge = {
  /** The id by which `readCharge` finds the charge, also before anything is paid. */
  providerId: string;
  option: PaymentOption;
};

/** A charge or a payment, as the provider confirms it now. */
export type ConfirmedCharge = {
  status: ChargeStatus;
  /** Paid: the amount that was paid. A payment in another currency than BRL is 0. */
  amountCents: number;
  /** Our charge id, as the provider returns it; '': it has none. */
  reference: string;
  /** The provider's id of the payment: two payments of one charge have two. '' while nothing is paid. */
  paymentId: string;
};

/** A request to `/webhooks/{provider}`; header names are lower-case. */
export type WebhookHead = { headers: Headers; query: URLSearchParams };
export type WebhookRequest = WebhookHead & { body: Uint8Array<ArrayBuffer> };

export type WebhookEvent = {
  /** The event's id at the provider; a hash of the body where it sends none. */
  eventId: string;
  /** An id that `readCharge` understands: of the charge, or of a payment of it. */
  providerId: string;
};

export type ChargeMaker = {
  /** Creates a charge. Rejects when the provider does not answer within `PROVIDER_MS`, or refuses it. */
  createCharge(charge: NewCharge): Promise<CreatedCharge>;
};

export type PaymentProvider = ChargeMaker & {
  /** Reads a charge or payment; null: the provider does not know the id. Rejects when it does not answer in time. */
  readCharge(providerId: string): Promise<ConfirmedCharge | null>;
  /** Makes an open charge impossible to pay; leaves any other as it is. Rejects when the provider does not answer, or refuses. */
  endCharge(providerId: string): Promise<void>;
  /** Throws `WebhookRefused` when the secret or signature outside the body is wrong or missing: such a body is not read. */
  requireSecret(head: WebhookHead): void;
  /** Returns the events of a webhook; none: it is about something else. Throws `WebhookRefused` on a bad signature. */
  verifyWebhook(request: WebhookRequest): WebhookEvent[];
};

/** A webhook whose signature or secret is wrong. Its text names no secret. */
export class WebhookRefused extends Error {}

/** The longest wait for one answer of a provider. */
export const PROVIDER_MS = 10_000;

export type Environment = Record<string, string | undefined>;
