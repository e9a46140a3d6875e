export const providers = ["efi", "stripe", "asaas", "mercadopago"] as const;
export type Provider = (typeof providers)[number];

/** `confirmed`: paid by card, the money comes later. */
export type PaymentStatus = "overdue" | "confirmed" | "paid" | "refused" | "refunded";
export type Payment = { id: string; amountCents: number; status: PaymentStatus; at: string };

/** A charge at one of the stand-ins: a Pix charge, a checkout session, a payment link or a preference. */
export type Charge = {
  id: string;
  provider: Provider;
  /** The caller's id of the charge. */
  reference: string;
  description: string;
  amountCents: number;
  /** `closed`: it expired or was removed, and cannot be paid. */
  isClosed: boolean;
  createdAt: string;
  /** The code that a bank's application pays; null: the payer opens a page. */
  code: string | null;
  /** The page to which the payer goes back. */
  returnUrl: string | null;
  /** The webhook that came with the charge; null: the registered one. */
  webhookUrl: string | null;
  payments: Payment[];
};

/** `down` answers 503, `silent` nothing at all, `garbled` no JSON, `failing` 500. */
export const faults = ["none", "down", "silent", "garbled", "failing"] as const;
export type Fault = (typeof faults)[number];

/**
 * Things that a payer or a bank does with a charge. `payQuietly` pays and holds the webhook; `pay` of a paid charge pays
 * it again; `settle`: the money of a card payment arrives; `expire`: a charge is closed, a bank slip becomes overdue.
 */
export const actions = ["pay", "payQuietly", "payLess", "payByCard", "settle", "refuse", "expire", "refund"] as const;
export type Action = (typeof actions)[number];

/** `held`: it is sent when the tester asks for it. */
export type NoticeState = "held" | "sending" | "sent";
