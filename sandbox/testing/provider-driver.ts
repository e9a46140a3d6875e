import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { act, actionsOf } from "../payments/actions.ts";
import type { Action, Charge, Payment, Provider } from "../payments/charge.ts";
import { signatures } from "../payments/index.ts";
import type { Webhook } from "../payments/notices.ts";
import { clientOf, newCharge } from "./given-charge.ts";
import { startPayments } from "./start-payments.ts";

const isPaid = ({ status }: Payment) => status === "paid";

/**
 * Drives a provider's own client and its stand-in. Every payment gets a webhook, the oldest one first; a webhook about an
 * unpaid charge names a payment that the provider does not know.
 */
export async function openStandInDriver(name: Provider) {
  const standIns = await startPayments();
  const { state, notices } = standIns;
  const provider = clientOf(standIns, name);
  const announced = new Set<string>();
  /** By event id: a repeated webhook is the same one. */
  const sent = new Map<string, Webhook>();
  const chargeAt = (id: string): Charge => state.find(name, id) ?? expect.fail("the stand-in has no such charge");

  /** Does nothing when the stand-in does not allow it: the charge is over. */
  const carryOut = (id: string, action: Action, amountCents?: number) => {
    if (actionsOf(chargeAt(id)).includes(action)) act(state, notices, chargeAt(id), action, amountCents);
  };

  function webhookAbout(id: string, eventId: string): Webhook {
    const charge = chargeAt(id);
    const paid = charge.payments.filter(isPaid);
    const payment = paid.find((one) => !announced.has(one.id)) ?? paid.at(-1) ?? charge.payments.at(-1);
    if (payment) announced.add(payment.id);
    return { event: "", ...bodies[name](charge, payment?.id ?? unknownIds[name](), eventId) };
  }

  return {
    name,
    provider,
    pay: async (id: string, amountCents?: number) => carryOut(id, "payQuietly", amountCents),
    fail: async (id: string) => carryOut(id, name === "efi" || name === "stripe" ? "expire" : "refuse"),
    async payForeign(amountCents: number) {
      const digits = randomUUID().replaceAll("-", "");
      const id = name === "efi" ? `pedido${digits.slice(6)}` : `pedido-${digits}`;
      const { providerId } = await provider.createCharge({ ...newCharge(), id, amountCents });
      carryOut(providerId, "payQuietly");
      return providerId;
    },
    webhook(id: string, { eventId = `evt_${randomUUID()}`, forged = false } = {}) {
      const webhook = forged ? webhookOfNothing(id, eventId) : (sent.get(eventId) ?? webhookAbout(id, eventId));
      if (!forged) sent.set(eventId, webhook);
      const { query, headers } = signatures[name](webhook);
      const [signed, asked] = [new Headers(headers), new URLSearchParams(query)];
      if (forged) {
        for (const header of ["stripe-signature", "asaas-access-token", "x-signature"])
          if (signed.has(header)) signed.set(header, `${signed.get(header)}0`);
        if (asked.has("hmac")) asked.set("hmac", `${asked.get("hmac")}0`);
      }
      return { headers: signed, query: asked, body: new Uint8Array(Buffer.from(webhook.body)) };
    },
    setDown: (isDown: boolean) => state.setFault(name, isDown ? "down" : "none"),
    async close() {},
    /** The charges of the stand-in itself, read without the client. */
    charges: () => state.list(),
  };

  function webhookOfNothing(id: string, eventId: string): Webhook {
    return { event: "", ...bodies[name](chargeAt(id), unknownIds[name](), eventId) };
  }
}

const unknownIds = {
  efi: () => `E${String(Date.now()).padStart(20, "0")}${randomUUID().slice(-11)}`,
  stripe: () => "",
  asaas: () => `pay_${randomUUID().slice(0, 8)}`,
  mercadopago: () => String(Math.floor(Math.random() * 1e12)),
} as const satisfies Record<Provider, () => string>;

type Body = (charge: Charge, paymentId: string, eventId: string) => Pick<Webhook, "body" | "query">;

/** The parts of each provider's webhook that its client reads. */
const bodies = {
  efi: ({ id }, endToEndId) => ({ body: JSON.stringify({ pix: [{ endToEndId, txid: id, valor: "1.00" }] }) }),
  stripe: ({ id }, _paymentId, eventId) => ({
    body: JSON.stringify({
      id: eventId,
      object: "event",
      type: "checkout.session.completed",
      data: { object: { id } },
    }),
  }),
  asaas: ({ id }, paymentId, eventId) => ({
    body: JSON.stringify({ id: eventId, event: "PAYMENT_RECEIVED", payment: { id: paymentId, paymentLink: id } }),
  }),
  mercadopago: (_charge, paymentId, eventId) => ({
    body: JSON.stringify({ id: eventId, type: "payment", data: { id: paymentId } }),
    query: { "data.id": paymentId, type: "payment" },
  }),
} as const satisfies Record<Provider, Body>;
