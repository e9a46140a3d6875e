import { m } from "../../../i18n/paraglide/messages.js";
import type { Invoice } from "../parts/billing-calls.ts";

const names: Record<NonNullable<Invoice["paidWith"]>, () => string> = {
  pix: m.billing_provider_pix,
  efi: m.billing_provider_efi,
  stripe: m.billing_provider_stripe,
  asaas: m.billing_provider_asaas,
  mercadopago: m.billing_provider_mercadopago,
  manual: m.billing_manual,
};
export const paidWithText = (paidWith: NonNullable<Invoice["paidWith"]>): string => names[paidWith]();
