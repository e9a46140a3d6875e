import { randomUUID } from "node:crypto";
import {
  type ConfirmedCharge,
  type ConfirmingProvider,
  type PaymentProvider,
  WebhookRefused,
  type WebhookRequest,
} from "../../../../outside/payments/index.ts";

/** The actions of a test at a provider, beside those of the provider's client. */
export type ProviderDriver = {
  name: ConfirmingProvider;
  provider: PaymentProvider;
  /** Pays a charge, with its own amount or another one. */
  pay(providerId: string, amountCents?: number): Promise<void>;
  /** Lets a charge fail. */
  fail(providerId: string): Promise<void>;
  /** Creates a paid charge of another shop; returns its id. */
  payForeign(amountCents: number): Promise<string>;
  /** Returns a webhook about the charge with an event id; `forged`: with a wrong signature. */
  webhook(providerId: string, options?: { eventId?: string; forged?: boolean }): WebhookRequest;
  /** While it is down, every call fails. */
  setDown(isDown: boolean): void;
  close(): Promise<void>;
};

type Charge = ConfirmedCharge & { providerId: string };

/** A payment provider in memory. */
export function openMemoryProvider(name: ConfirmingProvider = "asaas"): ProviderDriver {
  const charges = new Map<string, Charge>();
  let isDown = false;
  const answer = () => {
    if (isDown) throw new Error("the provider does not answer");
  };
  const charge = (providerId: string) => {
    const found = charges.get(providerId);
    if (!found) throw new Error(`no charge ${providerId}`);
    return found;
  };
  const add = (reference: string, amountCents: number, status: Charge["status"]): Charge => {
    const providerId = `chg_${randomUUID()}`;
    const paymentId = status === "paid" ? `pay_${randomUUID()}` : "";
    const made = { providerId, status, amountCents, reference, paymentId };
    charges.set(providerId, made);
    return made;
  };
  return {
    name,
    provider: {
      async createCharge({ id, amountCents }) {
        answer();
        const { providerId } = add(id, amountCents, "open");
        return { providerId, option: { kind: "page", url: `https://pay.example/${providerId}` } };
      },
      async readCharge(providerId) {
        answer();
        const found = charges.get(providerId);
        return found ? { ...found } : null;
      },
      async endCharge(providerId) {
        answer();
        const found = charges.get(providerId);
        if (found?.status === "open") found.status = "void";
      },
      requireSecret({ headers }) {
        if (headers.get("x-signature") !== "right") throw new WebhookRefused("the signature is wrong");
      },
      verifyWebhook(request) {
        this.requireSecret(request);
        const { body } = request;
        return [JSON.parse(Buffer.from(body).toString())];
      },
    },
    async pay(providerId, amountCents) {
      const found = charge(providerId);
      if (found.status === "paid") return;
      found.status = "paid";
      found.paymentId = `pay_${randomUUID()}`;
      found.amountCents = amountCents ?? found.amountCents;
    },
    async fail(providerId) {
      const found = charge(providerId);
      if (found.status !== "paid") found.status = "failed";
    },
    payForeign: async (amountCents) => add(`pedido-${randomUUID()}`, amountCents, "paid").providerId,
    webhook(providerId, { eventId = `evt_${randomUUID()}`, forged = false } = {}) {
      return {
        headers: new Headers({ "x-signature": forged ? "wrong" : "right" }),
        query: new URLSearchParams(),
        body: new Uint8Array(Buffer.from(JSON.stringify({ eventId, providerId }))),
      };
    },
    setDown(value) {
      isDown = value;
    },
    async close() {},
  };
}
