import { randomBytes, randomInt } from "node:crypto";
import type { Context, Hono } from "hono";
import type { Charge, Payment, PaymentStatus } from "./charge.ts";
import { ASAAS } from "./credentials.ts";
import type { Webhook } from "./notices.ts";
import type { PaymentState } from "./payment-state.ts";
import { centsOf, providerApp } from "./provider-app.ts";

const MIN_CENTS = 500;
const MAX_AT_ONCE = 100;

const statusOf = {
  overdue: "OVERDUE",
  confirmed: "CONFIRMED",
  paid: "RECEIVED",
  refused: "PENDING",
  refunded: "REFUNDED",
} as const satisfies Record<PaymentStatus, string>;
const eventOf = {
  overdue: "PAYMENT_OVERDUE",
  confirmed: "PAYMENT_CONFIRMED",
  paid: "PAYMENT_RECEIVED",
  refused: "PAYMENT_CREDIT_CARD_CAPTURE_REFUSED",
  refunded: "PAYMENT_REFUNDED",
} as const satisfies Record<PaymentStatus, string>;

/**
 * The stand-in for Asaas' API v3: `POST|GET|DELETE /v3/paymentLinks`, `GET|DELETE /v3/payments`. The payer of a link enters name and
 * CPF on its page, and a payment is created for each time that somebody pays.
 */
export function asaasApp(state: PaymentState): Hono {
  const app = providerApp(state, "asaas");

  app.use("/v3/*", async (c, next) => {
    if (c.req.header("access_token") === ASAAS.apiKey) return next();
    return refuse(c, 401, "invalid_access_token", "A chave de API fornecida é inválida");
  });

  app.post("/v3/paymentLinks", async (c) => {
    const asked = await c.req.json<Record<string, unknown>>();
    const amountCents = centsOf(asked.value);
    if (!asked.name) return refuse(c, 400, "invalid_name", "O nome do link de pagamentos deve ser informado.");
    if (asked.billingType !== "UNDEFINED" || asked.chargeType !== "DETACHED" || !asked.dueDateLimitDays)
      return refuse(c, 400, "invalid_billingType", "Informe o número de dias para o vencimento do boleto.");
    if (!(amountCents >= MIN_CENTS)) return refuse(c, 400, "invalid_value", "O valor mínimo é de R$ 5,00.");
    const charge = state.add({
      id: String(randomInt(1e11, 9e11)),
      provider: "asaas",
      reference: String(asked.externalReference ?? ""),
      description: String(asked.name),
      amountCents,
      code: null,
      returnUrl: null,
      webhookUrl: null,
    });
    return c.json(linkOf(state, charge, c.req.url));
  });

  app.get("/v3/paymentLinks/:id", (c) => {
    const charge = state.find("asaas", c.req.param("id"));
    return charge ? c.json(linkOf(state, charge, c.req.url)) : c.body(null, 404);
  });

  app.delete("/v3/paymentLinks/:id", (c) => {
    const charge = state.find("asaas", c.req.param("id"));
    if (!charge) return c.body(null, 404);
    state.save({ ...charge, isClosed: true });
    return c.json({ deleted: true, id: charge.id });
  });

  // Newest first.
  app.get("/v3/payments", (c) => {
    const from = c.req.query("dateCreated[ge]") ?? "";
    const offset = Number(c.req.query("offset") ?? 0);
    const limit = Math.min(Number(c.req.query("limit") ?? 10), MAX_AT_ONCE);
    const all = state
      .list()
      .filter(({ provider }) => provider === "asaas")
      .flatMap((charge) => charge.payments.map((payment) => paymentOf(charge, payment)).reverse())
      .filter(({ dateCreated }) => dateCreated >= from);
    const data = all.slice(offset, offset + limit);
    const hasMore = offset + limit < all.length;
    return c.json({ object: "list", hasMore, totalCount: all.length, limit, offset, data });
  });

  app.get("/v3/payments/:id", (c) => {
    const found = state.findPayment("asaas", c.req.param("id"));
    return found ? c.json(paymentOf(found.charge, found.payment)) : c.body(null, 404);
  });

  app.delete("/v3/payments/:id", (c) => {
    const found = state.findPayment("asaas", c.req.param("id"));
    if (!found) return c.body(null, 404);
    const { charge, payment } = found;
    if (payment.status !== "overdue" && payment.status !== "refused")
      return refuse(c, 400, "invalid_action", "Só é possível remover cobranças pendentes ou vencidas.");
    state.save({ ...charge, payments: charge.payments.filter(({ id }) => id !== payment.id) });
    return c.json({ deleted: true, id: payment.id });
  });
  return app;
}

export const asaasPaymentId = () => `pay_${randomBytes(8).toString("hex")}`;

export function asaasWebhook(charge: Charge, payment: Payment): Webhook {
  const event = eventOf[payment.status];
  const dateCreated = new Date().toISOString().slice(0, 19).replace("T", " ");
  const id = `evt_${randomBytes(16).toString("hex")}&${randomInt(1e9)}`;
  return { event, body: JSON.stringify({ id, event, dateCreated, payment: paymentOf(charge, payment) }) };
}

export const asaasSignature = () => ({ query: {}, headers: { "asaas-access-token": ASAAS.webhookToken } });

function linkOf(state: PaymentState, charge: Charge, requestUrl: string) {
  return {
    id: charge.id,
    name: charge.description,
    value: charge.amountCents / 100,
    active: !charge.isClosed,
    chargeType: "DETACHED",
    url: state.pageOf("asaas", charge.id, { returnUrl: null, requestUrl }),
    billingType: "UNDEFINED",
    deleted: charge.isClosed,
    externalReference: charge.reference || null,
  };
}

function paymentOf(charge: Charge, { id, amountCents, status, at }: Payment) {
  return {
    object: "payment",
    id,
    dateCreated: at.slice(0, 10),
    customer: "cus_000000000001",
    paymentLink: charge.id,
    value: amountCents / 100,
    originalValue: null,
    billingType: status === "confirmed" || status === "refused" ? "CREDIT_CARD" : "PIX",
    status: statusOf[status],
    externalReference: null,
    deleted: false,
  };
}

function refuse(c: Context, status: 400 | 401, code: string, description: string) {
  return c.json({ errors: [{ code, description }] }, status);
}
