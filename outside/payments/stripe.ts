import Stripe from "stripe";
import { readAddress, readGroup } from "../environment/index.ts";
import { type Environment, type PaymentProvider, PROVIDER_MS, WebhookRefused } from "./provider.ts";

/**
 * Opens Stripe: payment by card on the page of a Checkout Session. Documents: "Checkout Sessions" and "Webhooks" of the
 * Stripe API, version 2026-10-28.endive, which the SDK 23.1.0 speaks.
 */
export function openStripe(environment: Environment): PaymentProvider | null {
  const group = readGroup(environment, ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"]);
  if (!group) return null;
  const address = new URL(readAddress("STRIPE_URL", environment.STRIPE_URL, "https://api.stripe.com"));
  const stripe = new Stripe(group.STRIPE_SECRET_KEY, {
    host: address.hostname,
    port: address.port || (address.protocol === "http:" ? 80 : 443),
    protocol: address.protocol === "http:" ? "http" : "https",
    timeout: PROVIDER_MS,
    maxNetworkRetries: 0,
    telemetry: false,
  });
  const findSession = (id: string) =>
    stripe.checkout.sessions.retrieve(id).catch((error: unknown) => {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return null;
      throw error;
    });

  return {
    async createCharge({ id, amountCents, description, payer, returnUrl }) {
      const price = { currency: "brl", unit_amount: amountCents, product_data: { name: description } };
      const session = await stripe.checkout.sessions.create(
        {
          mode: "payment",
          allowed_payment_method_types: ["card"],
          line_items: [{ quantity: 1, price_data: price }],
          client_reference_id: id,
          ...(payer.email ? { customer_email: payer.email } : {}),
          success_url: returnUrl,
          cancel_url: returnUrl,
        },
        { idempotencyKey: id },
      );
      if (!session.url) throw new Error("Stripe answered a session without a page");
      return { providerId: session.id, option: { kind: "page", url: session.url } };
    },

    async readCharge(providerId) {
      const session = await findSession(providerId);
      if (!session) return null;
      const isPaid = session.payment_status === "paid";
      const payment = session.payment_intent;
      return {
        status: isPaid ? "paid" : session.status === "open" ? "open" : session.status === "expired" ? "void" : "failed",
        amountCents: session.currency === "brl" ? (session.amount_total ?? 0) : 0,
        reference: session.client_reference_id ?? "",
        paymentId: isPaid ? (typeof payment === "string" ? payment : (payment?.id ?? session.id)) : "",
      };
    },

    async endCharge(providerId) {
      const session = await findSession(providerId);
      if (session?.status === "open") await stripe.checkout.sessions.expire(session.id);
    },

    requireSecret({ headers }) {
      // The signature is over the body; without one there is no reason to read it.
      if (!headers.get("stripe-signature")) throw new WebhookRefused("the signature of Stripe is missing");
    },

    verifyWebhook({ headers, body }) {
      const event = eventOf(body, headers.get("stripe-signature") ?? "");
      if (!event.type.startsWith("checkout.session.")) return [];
      return [{ eventId: event.id, providerId: (event.data.object as Stripe.Checkout.Session).id }];
    },
  };

  function eventOf(body: Uint8Array, signature: string): Stripe.Event {
    try {
      return stripe.webhooks.constructEvent(Buffer.from(body), signature, group?.STRIPE_WEBHOOK_SECRET ?? "");
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError)
        throw new WebhookRefused("the signature of Stripe is wrong");
      throw error;
    }
  }
}
