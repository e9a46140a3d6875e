import { Ban, Check, CircleAlert, Clock } from "lucide-react";
import type { EventReason, Provider } from "../../../../contracts/account/billing.ts";
import { brl } from "../../../../contracts/money.ts";
import type { InvoiceWire } from "../../../../contracts/wire/billing.ts";
import { languageTag } from "../../../i18n/language.ts";
import { m } from "../../../i18n/paraglide/messages.js";

/** `value`: BRL with decimals. */
export const amountText = (value: number): string => brl(Math.round(value * 100), languageTag());
export const invoiceAmount = ({ value }: InvoiceWire): string => amountText(value);

const providerNames: Record<Provider, () => string> = {
  pix: m.platform_provider_pix,
  efi: m.platform_provider_efi,
  stripe: m.platform_provider_stripe,
  asaas: m.platform_provider_asaas,
  mercadopago: m.platform_provider_mercadopago,
};
export const providerText = (provider: Provider): string => providerNames[provider]();
export const paidWithText = ({ paidWith }: InvoiceWire): string =>
  paidWith && paidWith !== "manual" ? providerText(paidWith) : m.platform_paid_by_hand();

const reasonTexts: Record<EventReason, () => string> = {
  noCharge: m.platform_event_no_charge,
  wrongAmount: m.platform_event_wrong_amount,
  invoicePaid: m.platform_event_invoice_paid,
  invoiceVoid: m.platform_event_invoice_void,
  paidTwice: m.platform_event_paid_twice,
  planTooSmall: m.platform_event_plan_too_small,
  notPaid: m.platform_event_not_paid,
  unknownToProvider: m.platform_event_unknown,
  repeated: m.platform_event_repeated,
};
export const eventReasonText = (reason: EventReason | null): string => (reason ? reasonTexts[reason]() : "");

/** Shows an invoice's status with an icon and a word. */
export function InvoiceStatus({ invoice: { status, overdue } }: { invoice: InvoiceWire }) {
  const looks = {
    paid: { icon: <Check size={14} />, text: m.platform_invoice_paid(), ink: "text-success-ink" },
    void: { icon: <Ban size={14} />, text: m.platform_invoice_voided(), ink: "text-ink-3" },
    open: overdue
      ? { icon: <CircleAlert size={14} />, text: m.platform_invoice_overdue(), ink: "text-danger-ink" }
      : { icon: <Clock size={14} />, text: m.platform_invoice_open(), ink: "text-ink-2" },
  };
  const { icon, text, ink } = looks[status];
  return (
    <span className={`inline-flex min-w-24 items-center gap-1.5 text-sm ${ink}`}>
      <span aria-hidden="true">{icon}</span>
      {text}
    </span>
  );
}
