import { createHmac, randomBytes } from "node:crypto";
import type { Context, Hono } from "hono";
import type { Charge } from "./charge.ts";
import { STRIPE } from "./credentials.ts";
import type { Webhook } from "./notices.ts";
import type { PaymentState } from "./payment-state.ts";
import { providerApp } from "./provider-app.ts";

const API_VERSION = "2026-10-28.endive";
const DAY_SECONDS = 86_400;

/** The stand-in for Stripe: `POST /v1/checkout/sessions`, `GET /v1/checkout/sessions/{id}` and its `expire`, as the SDK calls them. */
export function stripeApp(state: PaymentState): Hono {
  const app = providerApp(state, "stripe", "/v1/*");
  const created = new Map<string, string>();

  app.use("/v1/*", async (c, next) => {
    if (c.req.header("authorization") === `Bearer ${STRIPE.secretKey}`) return next();
    return refuse(c, 401, "Invalid API Key provided");
  });

  app.post("/v1/checkout/sessions", async (c) => {
    const key = c.req.header("idempotency-key") ?? "";
    const known = state.find("stripe", created.get(key) ?? "");
    if (known) return c.json(sessionOf(state, known, c.req.url));
    const form = await c.req.parseBody();
    const price = "line_items[0][price_data]";
    const amountCents = Number(form[`${price}[unit_amount]`]) * Number(form["line_items[0][quantity]"] ?? 1);
    const successUrl = String(form.success_url ?? "");
    if (
      form.mode !== "payment" ||
      form[`${price}[currency]`] !== "brl" ||
      !(amountCents > 0) ||
      !URL.canParse(successUrl)
    )
      return refuse(c, 400, "Missing or invalid parameter", "parameter_missing");
    const charge = state.add({
      id: `cs_test_${randomBytes(24).toString("hex")}`,
      provider: "stripe",
      reference: String(form.client_reference_id ?? ""),
      description: String(form[`${price}[product_data][name]`] ?? ""),
      amountCents,
      code: null,
      returnUrl: successUrl,
      webhookUrl: null,
    });
    if (key) created.set(key, charge.id);
    return c.json(sessionOf(state, charge, c.req.url));
  });

  app.get("/v1/checkout/sessions/:id", (c) => {
    const id = c.req.param("id");
    const charge = state.find("stripe", id);
    if (!charge) return refuse(c, 404, `No such checkout.session: ${id}`, "resource_missing");
    return c.json(sessionOf(state, charge, c.req.url));
  });
  app.post("/v1/checkout/sessions/:id/expire", (c) => {
    const id = c.req.param("id");
    const charge = state.find("stripe", id);
    if (!charge) return refuse(c, 404, `No such checkout.session: ${id}`, "resource_missing");
    if (sessionOf(state, charge, c.req.url).status !== "open")
      return refuse(c, 400, 'Only Checkout Sessions with a status in ["open"] can be expired.');
    const ended = { ...charge, isClosed: true };
    state.save(ended);
    return c.json(sessionOf(state, ended, c.req.url));
  });
  app.all("/v1/*", (c) => refuse(c, 404, "Unrecognized request URL"));
  return app;
}

export const stripePaymentId = () => `pi_${randomBytes(12).toString("hex")}`;

export function stripeWebhook(state: PaymentState, charge: Charge): Webhook {
  const event =
    charge.isClosed && charge.payments.length === 0 ? "checkout.session.expired" : "checkout.session.completed";
  const body = {
    id: `evt_${randomBytes(12).toString("hex")}`,
    object: "event",
    api_version: API_VERSION,
    created: seconds(new Date()),
    type: event,
    data: { object: sessionOf(state, charge, "http://127.0.0.1") },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
  };
  return { event, body: JSON.stringify(body) };
}

/** Signs a body: `t=SECONDS,v1=HMAC` over the time and the body. */
export function stripeSignature({ body }: Webhook, now = new Date()) {
  const signature = createHmac("sha256", STRIPE.webhookSecret)
    .update(`${seconds(now)}.${body}`)
    .digest("hex");
  return { query: {}, headers: { "stripe-signature": `t=${seconds(now)},v1=${signature}` } };
}

function sessionOf(state: PaymentState, charge: Charge, requestUrl: string) {
  const { id, amountCents, payments, isClosed, reference, returnUrl } = charge;
  const payment = payments.find(({ status }) => status !== "refused");
  const created = seconds(new Date(charge.createdAt));
  const isOpen = !payment && !isClosed;
  return {
    id,
    object: "checkout.session",
    amount_subtotal: amountCents,
    amount_total: payment?.amountCents ?? amountCents,
    cancel_url: returnUrl,
    client_reference_id: reference || null,
    created,
    currency: "brl",
    customer: null,
    expires_at: created + DAY_SECONDS,
    livemode: false,
    metadata: {},
    mode: "payment",
    payment_intent: payment?.id ?? null,
    payment_method_types: ["card"],
    payment_status: payment ? "paid" : "unpaid",
    status: payment ? "complete" : isClosed ? "expired" : "open",
    success_url: returnUrl,
    url: isOpen ? state.pageOf("stripe", id, { returnUrl, requestUrl }) : null,
  };
}

const seconds = (time: Date): number => Math.floor(time.getTime() / 1_000);

function refuse(c: Context, status: 400 | 401 | 404, message: string, code?: string) {
  return c.json({ error: { type: "invalid_request_error", message, ...(code ? { code } : {}) } }, status);
}
