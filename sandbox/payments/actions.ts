import { SandboxError } from "../sandbox-error.ts";
import { asaasPaymentId, asaasWebhook } from "./asaas.ts";
import type { Action, Charge, Payment, PaymentStatus, Provider } from "./charge.ts";
import { efiPaymentId, efiWebhook } from "./efi.ts";
import { mercadopagoPaymentId, mercadopagoWebhook } from "./mercadopago.ts";
import type { Notices, Webhook } from "./notices.ts";
import type { PaymentState } from "./payment-state.ts";
import { stripePaymentId, stripeWebhook } from "./stripe.ts";

const newPaymentId = {
  efi: efiPaymentId,
  stripe: stripePaymentId,
  asaas: asaasPaymentId,
  mercadopago: mercadopagoPaymentId,
} as const satisfies Record<Provider, () => string>;

const isPaid = ({ status }: Payment) => status === "paid" || status === "confirmed";

/** Returns the actions that the charge's provider allows now. */
export function actionsOf({ provider, payments, isClosed }: Charge): Action[] {
  const wasPaid = payments.some(isPaid);
  const mayPay = !isClosed && (provider !== "stripe" || !wasPaid);
  const hasCards = provider === "asaas";
  return [
    ...(mayPay ? (["pay", "payQuietly"] as const) : []),
    ...(mayPay && provider === "efi" ? (["payLess"] as const) : []),
    ...(mayPay && hasCards ? (["payByCard"] as const) : []),
    ...(payments.some(({ status }) => status === "confirmed") ? (["settle"] as const) : []),
    ...(mayPay && provider !== "efi" ? (["refuse"] as const) : []),
    ...(mayPay && !wasPaid && provider !== "mercadopago" ? (["expire"] as const) : []),
    ...(wasPaid && provider !== "stripe" ? (["refund"] as const) : []),
  ];
}

/** Carries out an action and sends the webhook that the provider sends then. */
export function act(
  state: PaymentState,
  notices: Notices,
  charge: Charge,
  action: Action,
  amountCents = charge.amountCents,
): void {
  if (!actionsOf(charge).includes(action)) throw new SandboxError("ERR_PAYMENT_NOT_POSSIBLE");
  const { provider } = charge;
  const paying = (status: PaymentStatus, paidCents = amountCents): Payment => {
    // A bank slip that is overdue is paid by the same payment.
    const id = charge.payments.find((payment) => payment.status === "overdue")?.id ?? newPaymentId[provider]();
    return { id, amountCents: paidCents, status, at: new Date().toISOString() };
  };
  const changing = (is: (payment: Payment) => boolean, status: PaymentStatus): Payment | undefined => {
    const payment = charge.payments.find(is);
    return payment && { ...payment, status };
  };

  let payment: Payment | undefined;
  if (action === "pay" || action === "payQuietly") payment = paying("paid");
  if (action === "payLess") payment = paying("paid", Math.max(1, Math.floor(amountCents / 2)));
  if (action === "payByCard") payment = paying("confirmed");
  if (action === "settle") payment = changing(({ status }) => status === "confirmed", "paid");
  if (action === "refuse") payment = paying("refused");
  if (action === "refund") payment = changing(isPaid, "refunded");
  if (action === "expire" && provider === "asaas") payment = paying("overdue");

  const changed: Charge = {
    ...charge,
    isClosed: charge.isClosed || (action === "expire" && provider !== "asaas"),
    payments: payment ? [...charge.payments.filter(({ id }) => id !== payment.id), payment] : charge.payments,
  };
  state.save(changed);
  const webhook = webhookOf(state, changed, action, payment);
  if (webhook) notices.add(provider, charge.id, webhook, { isHeld: action === "payQuietly" });
}

/** Returns the webhook that the provider sends after the action; undefined: it sends none. */
function webhookOf(state: PaymentState, charge: Charge, action: Action, payment?: Payment): Webhook | undefined {
  if (charge.provider === "stripe") return action === "refuse" ? undefined : stripeWebhook(state, charge);
  if (!payment) return undefined;
  if (charge.provider === "efi") return efiWebhook(charge, payment);
  return charge.provider === "asaas" ? asaasWebhook(charge, payment) : mercadopagoWebhook(payment);
}
