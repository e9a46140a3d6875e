import { createHmac, randomInt, randomUUID } from "node:crypto";
import type { Context, Hono } from "hono";
import type { Charge, Payment, PaymentStatus } from "./charge.ts";
import { MERCADOPAGO } from "./credentials.ts";
import type { SignedRequest, Webhook } from "./notices.ts";
import type { PaymentState } from "./payment-state.ts";
import { centsOf, providerApp } from "./provider-app.ts";

const COLLECTOR = "100000901";

const statusOf = {
  overdue: "pending",
  confirmed: "approved",
  paid: "approved",
  refused: "rejected",
  refunded: "refunded",
} as const satisfies Record<PaymentStatus, string>;

/**
 * The stand-in for Mercado Pago: `POST|GET|PUT /checkout/preferences`, `GET|PUT /v1/payments/{id}`, `GET /v1/payments/search`. Each
 * attempt to pay a preference is a payment of its own.
 */
export function mercadopagoApp(state: PaymentState): Hono {
  const app = providerApp(state, "mercadopago");
  const created = new Map<string, string>();

  app.use("*", async (c, next) => {
    if (c.req.header("authorization") === `Bearer ${MERCADOPAGO.accessToken}`) return next();
    return refuse(c, 401, "unauthorized", "invalid access token");
  });

  app.post("/checkout/preferences", async (c) => {
    const key = c.req.header("x-idempotency-key") ?? "";
    const known = state.find("mercadopago", created.get(key) ?? "");
    if (known) return c.json(preferenceOf(state, known, c.req.url), 201);
    const { items = [], external_reference, notification_url, back_urls } = await c.req.json();
    const [item] = items;
    const amountCents = centsOf(item?.unit_price) * Number(item?.quantity);
    if (!item?.title || !(amountCents > 0) || item.currency_id !== "BRL")
      return refuse(c, 400, "invalid_items", "unit_price invalid");
    const charge = state.add({
      id: `${COLLECTOR}-${randomUUID()}`,
      provider: "mercadopago",
      reference: String(external_reference ?? ""),
      description: String(item.title),
      amountCents,
      code: null,
      returnUrl: back_urls?.success ?? null,
      webhookUrl: notification_url ?? null,
    });
    if (key) created.set(key, charge.id);
    return c.json(preferenceOf(state, charge, c.req.url), 201);
  });

  app.get("/checkout/preferences/:id", (c) => {
    const charge = state.find("mercadopago", c.req.param("id"));
    if (!charge) return refuse(c, 404, "not_found", "preference not found");
    return c.json(preferenceOf(state, charge, c.req.url));
  });

  app.put("/checkout/preferences/:id", async (c) => {
    const charge = state.find("mercadopago", c.req.param("id"));
    if (!charge) return refuse(c, 404, "not_found", "preference not found");
    const { expires, expiration_date_to } = await c.req.json();
    if (expires !== true || !(Date.parse(expiration_date_to) <= Date.now()))
      return refuse(
        c,
        400,
        "invalid_expiration_date_to",
        "the stand-in ends a preference at once, and changes nothing else",
      );
    const ended = { ...charge, isClosed: true };
    state.save(ended);
    return c.json(preferenceOf(state, ended, c.req.url));
  });

  app.get("/v1/payments/search", (c) => {
    const reference = c.req.query("external_reference");
    const limit = Number(c.req.query("limit") ?? 30);
    const all = state
      .list()
      .reverse()
      .filter((charge) => charge.provider === "mercadopago" && charge.reference === reference)
      .flatMap((charge) => charge.payments.map((payment) => paymentOf(charge, payment)));
    if (c.req.query("criteria") === "desc") all.reverse();
    return c.json({ paging: { total: all.length, limit, offset: 0 }, results: all.slice(0, limit) });
  });

  app.get("/v1/payments/:id", (c) => {
    const found = state.findPayment("mercadopago", c.req.param("id"));
    return found ? c.json(paymentOf(found.charge, found.payment)) : refuse(c, 404, "not_found", "Payment not found");
  });

  app.put("/v1/payments/:id", async (c) => {
    const found = state.findPayment("mercadopago", c.req.param("id"));
    if (!found) return refuse(c, 404, "not_found", "Payment not found");
    const { status } = await c.req.json();
    if (status !== "cancelled" || statusOf[found.payment.status] !== "pending")
      return refuse(c, 400, "bad_request", "Not valid action for payment status");
    const ended: Payment = { ...found.payment, status: "refused" };
    const others = found.charge.payments.filter(({ id }) => id !== ended.id);
    state.save({ ...found.charge, payments: [...others, ended] });
    return c.json({ ...paymentOf(found.charge, ended), status });
  });
  return app;
}

export const mercadopagoPaymentId = () => String(randomInt(1e10, 9e10));

export function mercadopagoWebhook(payment: Payment): Webhook {
  const event = payment.status === "refunded" ? "payment.updated" : "payment.created";
  const body = {
    action: event,
    api_version: "v1",
    data: { id: payment.id },
    date_created: new Date().toISOString(),
    id: randomInt(1e11, 9e11),
    live_mode: false,
    type: "payment",
    user_id: COLLECTOR,
  };
  return { event, body: JSON.stringify(body), query: { "data.id": payment.id, type: "payment" } };
}

/** Signs the payment's id, the request's id and the time: `ts=MILLISECONDS,v1=HMAC`. */
export function mercadopagoSignature({ query = {} }: Webhook, now = new Date()): SignedRequest {
  const requestId = randomUUID();
  const ts = String(now.getTime());
  const manifest = `id:${query["data.id"]?.toLowerCase()};request-id:${requestId};ts:${ts};`;
  const v1 = createHmac("sha256", MERCADOPAGO.webhookSecret).update(manifest).digest("hex");
  return { query, headers: { "x-request-id": requestId, "x-signature": `ts=${ts},v1=${v1}` } };
}

function preferenceOf(state: PaymentState, charge: Charge, requestUrl: string) {
  const url = state.pageOf("mercadopago", charge.id, { returnUrl: charge.returnUrl, requestUrl });
  return {
    id: charge.id,
    collector_id: Number(COLLECTOR),
    external_reference: charge.reference,
    init_point: url,
    sandbox_init_point: url,
    notification_url: charge.webhookUrl,
    expires: charge.isClosed,
    expiration_date_to: charge.isClosed ? charge.createdAt : null,
    items: [{ title: charge.description, quantity: 1, unit_price: charge.amountCents / 100, currency_id: "BRL" }],
  };
}

function paymentOf(charge: Charge, { id, amountCents, status, at }: Payment) {
  return {
    id: Number(id),
    date_created: at,
    date_approved: status === "paid" || status === "confirmed" ? at : null,
    status: statusOf[status],
    status_detail: status === "refused" ? "cc_rejected_other_reason" : "accredited",
    currency_id: "BRL",
    external_reference: charge.reference,
    transaction_amount: amountCents / 100,
    transaction_amount_refunded: status === "refunded" ? amountCents / 100 : 0,
  };
}

function refuse(c: Context, status: 400 | 401 | 404, error: string, message: string) {
  return c.json({ message, error, status, cause: [] }, status);
}
