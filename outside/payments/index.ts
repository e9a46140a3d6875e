import { type Provider, providers } from "../../contracts/account/billing.ts";
import { openAsaas } from "./asaas.ts";
import { openEfi } from "./efi.ts";
import { openMercadoPago } from "./mercadopago.ts";
import { openStaticPix } from "./pix.ts";
import type { ChargeMaker, ConfirmingProvider, Environment, PaymentProvider } from "./provider.ts";
import { openStripe } from "./stripe.ts";

export * from "./provider.ts";

/** The ways to pay that are on. */
export type Payments = {
  /** Null: there is no `PIX_KEY`. */
  pix: ChargeMaker | null;
  confirming: Partial<Record<ConfirmingProvider, PaymentProvider>>;
};

export const noPayments: Payments = { pix: null, confirming: {} };

const openers: Record<ConfirmingProvider, (environment: Environment) => PaymentProvider | null> = {
  efi: openEfi,
  stripe: openStripe,
  asaas: openAsaas,
  mercadopago: openMercadoPago,
};

/**
 * Reads the ways to pay from the environment: a provider is on when its variables are set. Throws `ConfigError` when
 * only some of them are.
 */
export function readPayments(environment: Environment): Payments {
  const confirming: Payments["confirming"] = {};
  for (const [name, open] of Object.entries(openers)) {
    const provider = open(environment);
    if (provider) confirming[name as ConfirmingProvider] = provider;
  }
  return { pix: openStaticPix(environment), confirming };
}

/** The names of the ways to pay that are on. The static Pix is offered where Efí is off. */
export function waysToPay({ pix, confirming }: Payments): Provider[] {
  return providers.filter((name) => (name === "pix" ? pix !== null && !confirming.efi : name in confirming));
}
