import * as v from "valibot";
import type { ChargeStatus } from "../../contracts/account/billing.ts";
import { readAddress, readGroup } from "../environment/index.ts";
import { type ConfirmedCharge, type Environment, type PaymentProvider, WebhookRefused } from "./provider.ts";
import { AmountInCents, openProviderCall, orNull, ProviderError } from "./provider-call.ts";
import { isSameSecret, ProviderId, readWebhookBody } from "./webhook-secret.ts";

const MAX_NAME = 255;
/** Business days until a bank slip that the payer chooses is due. */
const SLIP_DAYS = 5;
/** Payments are searched this far back: a little more than the hourly job asks for. */
const SEARCH_DAYS = 11;
const SEARCH_LIMIT = 100;
const MAX_SEARCH = 50;
const PAYMENT_ID = /^pay_\w{1,60}$/;
const LINK_ID = /^\w{1,60}$/;

const events = [
  "PAYMENT_CONFIRMED",
  "PAYMENT_RECEIVED",
  "PAYMENT_OVERDUE",
  "PAYMENT_REFUNDED",
  "PAYMENT_DUNNING_RECEIVED",
];
/** Statuses that are not listed were paid and are disputed or paid back. */
const statuses: Record<string, ChargeStatus> = {
  RECEIVED: "paid",
  CONFIRMED: "paid",
  RECEIVED_IN_CASH: "paid",
  DUNNING_RECEIVED: "paid",
  PENDING: "open",
  // A bank slip can still be paid after its due date.
  OVERDUE: "open",
  DUNNING_REQUESTED: "open",
  AWAITING_RISK_ANALYSIS: "open",
  AUTHORIZED: "open",
};

const Link = v.object({
  id: v.string(),
  url: v.string(),
  value: AmountInCents,
  active: v.optional(v.boolean(), true),
  deleted: v.optional(v.boolean(), false),
  externalReference: v.nullish(v.string(), ""),
});
const Payment = v.object({
  id: v.string(),
  status: v.string(),
  value: AmountInCents,
  /** The amount before interest of a late payment. */
  originalValue: v.nullish(AmountInCents),
  paymentLink: v.nullish(v.string(), ""),
});
type Payment = v.InferOutput<typeof Payment>;
const Payments = v.object({ data: v.array(Payment), hasMore: v.boolean() });
const Deleted = v.object({ deleted: v.literal(true) });
const Webhook = v.object({
  id: ProviderId,
  event: v.string(),
  payment: v.object({ id: ProviderId, paymentLink: v.nullish(v.string(), "") }),
});

/**
 * Opens Asaas: a payment link on whose page the payer chooses bank slip, Pix or card. Documents: "Payment links" and
 * "Payments" of the API v3 and "Webhooks: payment events", docs.asaas.com.
 *
 * A link, not a payment: a payment needs a customer with a CPF or CNPJ, which the payer of a link enters at Asaas. Every
 * payment of the link names it in `paymentLink`; only the link has our reference.
 */
export function openAsaas(environment: Environment): PaymentProvider | null {
  const group = readGroup(environment, ["ASAAS_API_KEY", "ASAAS_WEBHOOK_TOKEN"]);
  if (!group) return null;
  const url = readAddress("ASAAS_URL", environment.ASAAS_URL, "https://api.asaas.com");
  const call = openProviderCall({ provider: "Asaas", url });
  const headers = { access_token: group.ASAAS_API_KEY };

  const readLink = (id: string) => orNull(call("GET", `/v3/paymentLinks/${id}`, Link, { headers }));
  const readPayment = (id: string) => orNull(call("GET", `/v3/payments/${id}`, Payment, { headers }));

  /** Returns the payments of a link. Asaas cannot search by link, so this reads the newest payments. */
  async function paymentsOf(linkId: string): Promise<Payment[]> {
    const from = new Date(Date.now() - SEARCH_DAYS * 86_400_000).toISOString().slice(0, 10);
    const found: Payment[] = [];
    for (let offset = 0; ; offset += SEARCH_LIMIT) {
      if (offset >= SEARCH_LIMIT * MAX_SEARCH) throw new ProviderError("Asaas", 0);
      const query = { "dateCreated[ge]": from, limit: String(SEARCH_LIMIT), offset: String(offset) };
      const { data, hasMore } = await call("GET", "/v3/payments", Payments, { headers, query });
      found.push(...data.filter(({ paymentLink }) => paymentLink === linkId));
      if (!hasMore) return found;
    }
  }

  /** Returns the payment of a link that counts: one that is paid, if any. */
  async function findPayment(linkId: string): Promise<Payment | null> {
    let found: Payment | null = null;
    for (const payment of await paymentsOf(linkId))
      if (!found || statusOf(found) !== "paid" || statusOf(payment) === "paid") found = payment;
    return found;
  }

  return {
    async createCharge({ id, amountCents, description }) {
      const body = {
        name: description.slice(0, MAX_NAME),
        billingType: "UNDEFINED",
        chargeType: "DETACHED",
        value: amountCents / 100,
        dueDateLimitDays: SLIP_DAYS,
        externalReference: id,
        // Asaas charges for each message that it sends to the payer; we send our own reminders.
        notificationEnabled: false,
      };
      const link = await call("POST", "/v3/paymentLinks", Link, { headers, body });
      return { providerId: link.id, option: { kind: "page", url: link.url } };
    },

    async readCharge(providerId) {
      if (PAYMENT_ID.test(providerId)) {
        const payment = await readPayment(providerId);
        if (!payment) return null;
        const link = LINK_ID.test(payment.paymentLink ?? "") ? await readLink(payment.paymentLink ?? "") : null;
        return paymentOf(payment, link?.externalReference ?? "");
      }
      const link = LINK_ID.test(providerId) ? await readLink(providerId) : null;
      if (!link) return null;
      const reference = link.externalReference ?? "";
      const payment = await findPayment(link.id);
      if (payment) return paymentOf(payment, reference);
      const status = link.active && !link.deleted ? "open" : "void";
      return { status, amountCents: link.value, reference, paymentId: "" };
    },

    async endCharge(providerId) {
      const link = LINK_ID.test(providerId) && !PAYMENT_ID.test(providerId) ? await readLink(providerId) : null;
      if (!link) return;
      if (!link.deleted) await call("DELETE", `/v3/paymentLinks/${link.id}`, Deleted, { headers });
      // Each bank slip stays payable without its link.
      for (const payment of await paymentsOf(link.id))
        if (statusOf(payment) === "open") await call("DELETE", `/v3/payments/${payment.id}`, Deleted, { headers });
    },

    requireSecret({ headers: sent }) {
      if (!isSameSecret(sent.get("asaas-access-token") ?? "", group.ASAAS_WEBHOOK_TOKEN))
        throw new WebhookRefused("the token of Asaas is wrong");
    },

    verifyWebhook(request) {
      this.requireSecret(request);
      const webhook = readWebhookBody(Webhook, request.body);
      // The same account may receive payments that have nothing to do with us.
      if (!webhook?.payment.paymentLink || !events.includes(webhook.event)) return [];
      return [{ eventId: webhook.id, providerId: webhook.payment.id }];
    },
  };
}

const statusOf = ({ status }: Payment): ChargeStatus => statuses[status] ?? "failed";

function paymentOf(payment: Payment, reference: string): ConfirmedCharge {
  const status = statusOf(payment);
  const amountCents = Math.min(payment.value, payment.originalValue ?? payment.value);
  return { status, amountCents, reference, paymentId: status === "open" ? "" : payment.id };
}
