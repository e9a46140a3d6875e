import { createHmac } from "node:crypto";
import * as v from "valibot";
import type { ChargeStatus } from "../../contracts/account/billing.ts";
import { readAddress, readGroup } from "../environment/index.ts";
import {
  type ConfirmedCharge,
  type Environment,
  type PaymentProvider,
  type WebhookHead,
  WebhookRefused,
} from "./provider.ts";
import { AmountInCents, openProviderCall, orNull } from "./provider-call.ts";
import { isSameSecret, ProviderId, readWebhookBody } from "./webhook-secret.ts";

/** A notification whose signature is older is refused; the hourly job finds its payment. */
const MAX_SIGNATURE_MS = 3_600_000;
const MAX_TITLE = 256;
const SEARCH_LIMIT = 50;
const PREFERENCE_ID = /^\d{1,20}-[\w-]{1,60}$/;
const PAYMENT_ID = /^\d{1,20}$/;

/** A refused attempt leaves the preference open. Statuses that are not listed were paid and are paid back. */
const statuses: Record<string, ChargeStatus> = {
  approved: "paid",
  pending: "open",
  authorized: "open",
  in_process: "open",
  in_mediation: "open",
  rejected: "open",
  cancelled: "open",
};

const Preference = v.object({
  id: v.string(),
  init_point: v.string(),
  external_reference: v.nullish(v.string(), ""),
  items: v.array(v.object({ quantity: v.number(), unit_price: AmountInCents })),
  expires: v.nullish(v.boolean(), false),
  expiration_date_to: v.nullish(v.string(), ""),
});
const Payment = v.object({
  id: v.pipe(v.union([v.number(), v.string()]), v.transform(String)),
  status: v.string(),
  currency_id: v.string(),
  transaction_amount: AmountInCents,
  transaction_amount_refunded: v.nullish(AmountInCents, 0),
  external_reference: v.nullish(v.string(), ""),
});
type Payment = v.InferOutput<typeof Payment>;
type Preference = v.InferOutput<typeof Preference>;
const Found = v.object({ results: v.array(Payment) });
const Webhook = v.object({
  id: v.pipe(v.union([v.number(), v.string()]), v.transform(String), ProviderId),
  type: v.string(),
});

/**
 * Opens Mercado Pago: payment on the page of a Checkout Pro preference. Documents: "Checkout Pro", "Payments" (API v1)
 * and "Payment notifications: webhooks" of mercadopago.com.br/developers.
 *
 * A preference is not a payment: each attempt to pay it is a payment with another id, found by `external_reference`.
 */
export function openMercadoPago(environment: Environment): PaymentProvider | null {
  const group = readGroup(environment, ["MERCADOPAGO_ACCESS_TOKEN", "MERCADOPAGO_WEBHOOK_SECRET"]);
  if (!group) return null;
  const url = readAddress("MERCADOPAGO_URL", environment.MERCADOPAGO_URL, "https://api.mercadopago.com");
  const call = openProviderCall({ provider: "Mercado Pago", url });
  const headers = { authorization: `Bearer ${group.MERCADOPAGO_ACCESS_TOKEN}` };

  const readPreference = (id: string) => orNull(call("GET", `/checkout/preferences/${id}`, Preference, { headers }));

  /** Returns the attempts to pay a preference, the first one first. */
  async function findPayments({ external_reference }: Preference): Promise<Payment[]> {
    const query = {
      external_reference: external_reference ?? "",
      sort: "date_created",
      criteria: "asc",
      limit: String(SEARCH_LIMIT),
    };
    return (await call("GET", "/v1/payments/search", Found, { headers, query })).results;
  }

  return {
    async createCharge({ id, amountCents, description, payer, returnUrl, webhookUrl }) {
      const isPublic = returnUrl.startsWith("https:");
      const body = {
        items: [
          {
            id,
            title: description.slice(0, MAX_TITLE),
            quantity: 1,
            unit_price: amountCents / 100,
            currency_id: "BRL",
          },
        ],
        ...(payer.email ? { payer: { name: payer.name, email: payer.email } } : {}),
        external_reference: id,
        // Without `source_news`, Mercado Pago also sends notifications of the older kind, which are not signed.
        notification_url: `${webhookUrl}?source_news=webhooks`,
        back_urls: { success: returnUrl, pending: returnUrl, failure: returnUrl },
        ...(isPublic ? { auto_return: "approved" } : {}),
      };
      const preference = await call("POST", "/checkout/preferences", Preference, {
        headers: { ...headers, "x-idempotency-key": id },
        body,
      });
      return { providerId: preference.id, option: { kind: "page", url: preference.init_point } };
    },

    async readCharge(providerId) {
      if (PAYMENT_ID.test(providerId)) {
        const payment = await orNull(call("GET", `/v1/payments/${providerId}`, Payment, { headers }));
        return payment && paymentOf(payment);
      }
      if (!PREFERENCE_ID.test(providerId)) return null;
      const preference = await readPreference(providerId);
      if (!preference) return null;
      const reference = preference.external_reference ?? "";
      const payments = await findPayments(preference);
      const payment = payments.find((one) => statusOf(one) === "paid") ?? payments.at(-1);
      const isOver = hasExpired(preference) && !payments.some(isUnderWay);
      if (payment && !(isOver && statusOf(payment) === "open")) return paymentOf(payment);
      const amountCents = preference.items.reduce((sum, item) => sum + item.unit_price * item.quantity, 0);
      return { status: isOver ? "void" : "open", amountCents, reference, paymentId: "" };
    },

    async endCharge(providerId) {
      const preference = PREFERENCE_ID.test(providerId) ? await readPreference(providerId) : null;
      if (!preference) return;
      const payments = await findPayments(preference);
      if (payments.some((one) => statusOf(one) === "paid")) return;
      if (!hasExpired(preference)) {
        const body = { expires: true, expiration_date_to: new Date().toISOString() };
        await call("PUT", `/checkout/preferences/${preference.id}`, Preference, { headers, body });
      }
      // A bank slip stays payable after the preference has expired.
      for (const { id } of payments.filter(isUnderWay))
        await call("PUT", `/v1/payments/${id}`, Payment, { headers, body: { status: "cancelled" } });
    },

    requireSecret(request) {
      verifySignature(request, request.query.get("data.id") ?? "", group.MERCADOPAGO_WEBHOOK_SECRET);
    },

    verifyWebhook(request) {
      this.requireSecret(request);
      const paymentId = request.query.get("data.id") ?? "";
      const webhook = readWebhookBody(Webhook, request.body);
      if (webhook?.type !== "payment" || !PAYMENT_ID.test(paymentId)) return [];
      return [{ eventId: webhook.id, providerId: paymentId }];
    },
  };
}

/** Checks `x-signature: ts=…,v1=…`: an HMAC over the payment's id in the address, the request's id and the time. */
function verifySignature({ headers }: WebhookHead, paymentId: string, secret: string): void {
  const parts = (headers.get("x-signature") ?? "").split(",").map((part) => part.trim().split("=", 2));
  const { ts = "", v1 = "" } = Object.fromEntries(parts) as Record<string, string>;
  const requestId = headers.get("x-request-id") ?? "";
  const manifest = [
    paymentId && `id:${paymentId.toLowerCase()};`,
    requestId && `request-id:${requestId};`,
    `ts:${ts};`,
  ].join("");
  const own = createHmac("sha256", secret).update(manifest).digest("hex");
  if (!isSameSecret(v1, own)) throw new WebhookRefused("the signature of Mercado Pago is wrong");
  // Seconds in some notifications, milliseconds in others.
  const signedAt = Number(ts) * (ts.length > 11 ? 1 : 1_000);
  if (Math.abs(Date.now() - signedAt) > MAX_SIGNATURE_MS)
    throw new WebhookRefused("the signature of Mercado Pago is too old");
}

const hasExpired = ({ expires, expiration_date_to }: Preference): boolean =>
  expires === true && Date.parse(expiration_date_to ?? "") <= Date.now();

/** Returns whether an attempt can still become a payment without the payer's doing: a bank slip, a card under analysis. */
const isUnderWay = ({ status }: Payment): boolean => status === "pending" || status === "in_process";

const statusOf = ({ status }: Payment): ChargeStatus => statuses[status] ?? "failed";

function paymentOf(payment: Payment): ConfirmedCharge {
  const status = statusOf(payment);
  // A payment that was partly paid back stays approved.
  const kept = payment.transaction_amount - (payment.transaction_amount_refunded ?? 0);
  return {
    status,
    amountCents: payment.currency_id === "BRL" ? kept : 0,
    reference: payment.external_reference ?? "",
    paymentId: status === "open" ? "" : payment.id,
  };
}
