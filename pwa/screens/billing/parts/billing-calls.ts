import * as v from "valibot";
import {
  InvoiceWire,
  PaymentResultWire,
  ReceiptWire,
  type SubscriptionWire,
} from "../../../../contracts/wire/billing.ts";
import type { PlanWire } from "../../../../contracts/wire/plans.ts";
import { apiSend } from "../../../session/api-fetch.ts";
import type { ListPage } from "../../lists/index.ts";
import { type BillingForm, subscriptionBody } from "../checkout/billing-form.ts";

export type Invoice = InvoiceWire;
export type Plan = PlanWire;
export type Receipt = ReceiptWire;
export type PaymentResult = PaymentResultWire;
export type Subscription = SubscriptionWire;

/** Rows of a full page: the answer is a bare list, so that only a shorter page is certainly the last. */
const PAGE = 20;
const Invoices = v.array(InvoiceWire);

export function readInvoices(answer: unknown): ListPage<Invoice> {
  const rows = v.parse(Invoices, answer);
  return { rows, hasMore: rows.length === PAGE };
}
export const readReceipt = (answer: unknown) => v.parse(ReceiptWire, answer);

/** Asks for the ways to pay an invoice with a plan. The server takes the amount from the invoice. */
export async function payInvoice(invoice: Invoice, plan: Plan | null, form: BillingForm): Promise<PaymentResult> {
  const response = await apiSend("POST", "/subscription", subscriptionBody(invoice, plan, form));
  return v.parse(PaymentResultWire, await response.json());
}

/** Gets the invoice that pays a bigger plan before the next invoice. */
export async function openUpgrade({ id: planId }: Plan): Promise<Invoice> {
  const response = await apiSend("POST", "/subscription/upgrade", { planId });
  return v.parse(InvoiceWire, await response.json());
}
