import type { PaymentOption, Provider, SubscriptionInput } from "../../sync/contracts/billing.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../domain-error.ts";
import { type ChargeRow, endCharge, findOpenCharge, insertCharge, saveCreatedCharge } from "./charge-rows.ts";
import { type Payer, preparePayment } from "./prepare-payment.ts";
import type { ConfirmingProvider, NewCharge, PaymentProvider, Payments } from "./providers/index.ts";
import type { InvoiceRow } from "./require-invoice.ts";

export type SubscribeDeps = {
  payments: Payments;
  /** Runs work in a transaction as the acting user. */
  act<T>(work: (ctx: Context) => Promise<T>): Promise<T>;
  /** The page to which providers send the payer back, and the address of a provider's webhook. */
  returnUrl: string;
  webhookUrl(provider: ConfirmingProvider): string;
  onUnavailable(provider: Provider, error: unknown): void;
};

export type PaymentOptions = {
  amountCents: number;
  options: Partial<Record<Provider, PaymentOption>>;
  /** Providers that did not answer. */
  unavailable: Provider[];
};

/**
 * Offers the ways to pay an own open invoice: one charge at each provider that is on, created in parallel and outside of
 * transactions. The static Pix stands in where Efí gives no code.
 */
export async function subscribe(deps: SubscribeDeps, input: SubscriptionInput): Promise<PaymentOptions> {
  const { payments, act, onUnavailable } = deps;
  const { invoice, payer } = await act((ctx) => preparePayment(ctx, input));
  const options: PaymentOptions["options"] = {};
  const unavailable: Provider[] = [];
  const asked = Object.entries(payments.confirming) as [ConfirmingProvider, PaymentProvider][];
  const offer = async ([name, provider]: (typeof asked)[number]) => {
    try {
      options[name] = await offerCharge(deps, { name, provider, invoice, payer });
    } catch (error) {
      unavailable.push(name);
      onUnavailable(name, error);
    }
  };
  await Promise.all(asked.map(offer));
  if (payments.pix && !options.efi) options.pix = await offerStaticPix(deps, invoice, payer);
  if (Object.keys(options).length === 0) throw new DomainError("ERR_NO_PAYMENT_OPTION");
  return { amountCents: invoice.valueCents, options, unavailable };
}

type Offered = { name: ConfirmingProvider; provider: PaymentProvider; invoice: InvoiceRow; payer: Payer };

/** Returns the open charge of the invoice, if the provider still has it open, or creates one. */
async function offerCharge(deps: SubscribeDeps, offered: Offered): Promise<PaymentOption> {
  const { act } = deps;
  const { name, provider, invoice, payer } = offered;
  const open = await act((ctx) => findOpenCharge(ctx, invoice, name));
  if (open?.option && (await isStillOffered(deps, provider, open))) return open.option;
  const id = await act((ctx) => insertCharge(ctx, invoice, name));
  try {
    const created = await provider.createCharge({
      ...newCharge(id, invoice, payer),
      ...{ returnUrl: deps.returnUrl, webhookUrl: deps.webhookUrl(name) },
    });
    await act((ctx) => saveCreatedCharge(ctx, id, created));
    return created.option;
  } catch (error) {
    await act((ctx) => endCharge(ctx, id, "failed"));
    throw error;
  }
}

/** A page of a provider expires. A charge that was just paid stays offered: its page says so, and its webhook follows. */
async function isStillOffered(
  { act }: SubscribeDeps,
  provider: PaymentProvider,
  { id, providerId }: ChargeRow,
): Promise<boolean> {
  const found = providerId ? await provider.readCharge(providerId) : null;
  const status = found?.status ?? "failed";
  if (status === "open" || status === "paid") return true;
  await act((ctx) => endCharge(ctx, id, status));
  return false;
}

async function offerStaticPix(
  { payments, act, returnUrl }: SubscribeDeps,
  invoice: InvoiceRow,
  payer: Payer,
): Promise<PaymentOption | undefined> {
  const { pix } = payments;
  if (!pix) return undefined;
  return act(async (ctx) => {
    const open = await findOpenCharge(ctx, invoice, "pix");
    if (open?.option) return open.option;
    const id = await insertCharge(ctx, invoice, "pix");
    const created = await pix.createCharge({ ...newCharge(id, invoice, payer), returnUrl, webhookUrl: "" });
    await saveCreatedCharge(ctx, id, created);
    return created.option;
  });
}

const newCharge = (id: string, invoice: InvoiceRow, payer: Payer): Omit<NewCharge, "returnUrl" | "webhookUrl"> => ({
  ...{ id, amountCents: invoice.valueCents, description: invoice.detail, invoiceNumber: invoice.number },
  ...{ dueDate: invoice.dueDate, payer },
});
