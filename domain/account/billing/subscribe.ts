import type { PaymentOption, Provider, SubscriptionInput } from "../../../contracts/account/billing.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import type { ConfirmingProvider, NewCharge, PaymentProvider, Payments } from "../../../outside/payments/index.ts";
import type { Context } from "../../ground/context.ts";
import { beginCharge, type ChargeRow, endCharge, saveCreatedCharge } from "./charge-rows.ts";
import { type Chosen, type Payer, preparePayment } from "./prepare-payment.ts";

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
  /** Providers that did not answer, or had their most charges of the invoice within an hour. */
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
  let limited: DomainError | null = null;
  const asked = Object.entries(payments.confirming) as [ConfirmingProvider, PaymentProvider][];
  const offer = async ([name, provider]: (typeof asked)[number]) => {
    try {
      options[name] = await offerCharge(deps, { name, provider, invoice, payer });
    } catch (error) {
      if (error instanceof DomainError && error.code !== "ERR_TOO_MANY_ATTEMPTS") throw error;
      unavailable.push(name);
      if (error instanceof DomainError) limited = error;
      else onUnavailable(name, error);
    }
  };
  await Promise.all(asked.map(offer));
  if (payments.pix && !options.efi) options.pix = await offerStaticPix(deps, invoice, payer);
  if (Object.keys(options).length === 0) throw limited ?? new DomainError("ERR_NO_PAYMENT_OPTION");
  return { amountCents: invoice.valueCents, options, unavailable };
}

type Offered = { name: ConfirmingProvider; provider: PaymentProvider; invoice: Chosen; payer: Payer };

/** Time between two looks at a charge that another request creates, and how many looks are taken. */
const LOOK_MS = 250;
const MAX_LOOKS = 60;

/** Returns the open charge of the invoice, if the provider still has it open, or creates one. */
async function offerCharge(deps: SubscribeDeps, offered: Offered): Promise<PaymentOption> {
  const { name, provider, invoice } = offered;
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    const begun = await deps.act((ctx) => beginCharge(ctx, invoice, name));
    if ("id" in begun) return createCharge(deps, offered, begun.id);
    if ("isInCreation" in begun) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    else if (begun.open.option && (await isStillOffered(deps, provider, begun.open))) return begun.open.option;
  }
  throw new Error("another request did not finish creating the charge");
}

async function createCharge(
  deps: SubscribeDeps,
  { name, provider, invoice, payer }: Offered,
  id: string,
): Promise<PaymentOption> {
  const { act } = deps;
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
  invoice: Chosen,
  payer: Payer,
): Promise<PaymentOption | undefined> {
  const { pix } = payments;
  if (!pix) return undefined;
  return act(async (ctx) => {
    const begun = await beginCharge(ctx, invoice, "pix");
    // The code is made in the transaction, so no other request is between the two steps.
    if (!("id" in begun)) return "open" in begun ? (begun.open.option ?? undefined) : undefined;
    const created = await pix.createCharge({ ...newCharge(begun.id, invoice, payer), returnUrl, webhookUrl: "" });
    await saveCreatedCharge(ctx, begun.id, created);
    return created.option;
  });
}

const newCharge = (id: string, invoice: Chosen, payer: Payer): Omit<NewCharge, "returnUrl" | "webhookUrl"> => ({
  ...{ id, amountCents: invoice.valueCents, description: invoice.detail, invoiceNumber: invoice.number },
  ...{ dueDate: invoice.dueDate, payer },
});
