import type { Provider } from "../../contracts/account/billing.ts";
import type {
  InvoiceWire,
  PaymentEventWire,
  PaymentResultWire,
  ReceiptWire,
  SubscriptionWire,
} from "../../contracts/wire/billing.ts";
import type {
  InvoiceView,
  PaymentEventView,
  PaymentOptions,
  Subscription,
} from "../../domain/account/billing/index.ts";
import type { CompanyRow } from "../../domain/account/companies/index.ts";
import { planToWire } from "../platform/plans/wire.ts";

const inBrl = (cents: number) => cents / 100;

export function invoiceToWire(invoice: InvoiceView): InvoiceWire {
  const { id, number, kind, detail, recurrence, valueCents, dueDate, status, isOverdue } = invoice;
  const { paidAt, paidWith, reason, planId } = invoice;
  return {
    ...{ id, number, kind, detail, recurrence, value: inBrl(valueCents), dueDate, status, overdue: isOverdue },
    ...{ paidAt: paidAt?.toISOString() ?? null, paidWith, reason, planId },
  };
}

export function receiptToWire({ invoice, company }: { invoice: InvoiceView; company: CompanyRow }): ReceiptWire {
  const { name, email, billing } = company;
  return {
    ...invoiceToWire(invoice),
    company: { name, email },
    billing,
    from: invoice.paidFrom ?? invoice.period,
    to: invoice.paidTo ?? invoice.period,
  };
}

export function subscriptionToWire(subscription: Subscription, providers: Provider[]): SubscriptionWire {
  const { company, plan, usage, invoice } = subscription;
  const { trialEndsAt, dueDate, email, recurrence, billing } = company;
  return {
    trialExpiration: trialEndsAt?.toISOString() ?? null,
    ...{ dueDate: dueDate.toISOString(), email, recurrence },
    plan: plan && planToWire(plan),
    ...{ usage, invoice: invoice && invoiceToWire(invoice), providers, billing },
  };
}

export function paymentResultToWire({ amountCents, options, unavailable }: PaymentOptions): PaymentResultWire {
  const { efi, pix, stripe, asaas, mercadopago } = options;
  const code = efi ?? pix;
  return {
    ...(code?.kind === "code" ? { qrcode: { qrcode: code.code } } : {}),
    ...(code ? { confirmedBy: efi ? "provider" : "person" } : {}),
    ...(stripe?.kind === "page" ? { stripeURL: stripe.url } : {}),
    ...(asaas?.kind === "page" ? { asaasURL: asaas.url } : {}),
    ...(mercadopago?.kind === "page" ? { mercadopagoURL: mercadopago.url } : {}),
    valorext: inBrl(amountCents),
    unavailable,
  };
}

export function paymentEventToWire(event: PaymentEventView): PaymentEventWire {
  const { id, provider, providerId, state, reason, amountCents, payerCompanyId, companyName } = event;
  const { invoiceId, invoiceNumber, createdAt } = event;
  return {
    ...{ id, provider, providerId, state, reason },
    value: amountCents === null ? null : inBrl(amountCents),
    company: payerCompanyId && companyName !== null ? { id: payerCompanyId, name: companyName } : null,
    invoice: invoiceId && invoiceNumber !== null ? { id: invoiceId, number: invoiceNumber } : null,
    createdAt: createdAt.toISOString(),
  };
}
