import { Hono, type MiddlewareHandler } from "hono";
import * as v from "valibot";
import { SubscriptionInputFields, SubscriptionInputWire, UpgradeInputWire } from "../../contracts/wire/billing.ts";
import {
  listInvoices,
  openUpgrade,
  readReceipt,
  readSubscription,
  subscribe,
} from "../../domain/account/billing/index.ts";
import { type Payments, waysToPay } from "../../outside/payments/index.ts";
import type { AppEnv } from "../http/app-env.ts";
import { originOf } from "../http/caller.ts";
import { PageOf20, searchFor } from "../http/query.ts";
import { describe } from "../http/reference/describe.ts";
import { shownAs } from "../http/reference/shown-input.ts";
import { idOr, validated } from "../http/validate.ts";
import { permitted } from "../session/index.ts";
import { InvoiceAnswer, InvoicesAnswer, PaymentResultAnswer, ReceiptAnswer, SubscriptionAnswer } from "./answers.ts";
import { invoiceToWire, paymentResultToWire, receiptToWire, subscriptionToWire } from "./wire.ts";
import { withoutCard } from "./without-card.ts";

type Deps = {
  signedIn: MiddlewareHandler<AppEnv>;
  payments: Payments;
  address: { publicUrl: string; trustsProxy: boolean };
};

const SubscriptionBody = shownAs(
  {
    ...SubscriptionInputFields.entries,
    plan: v.pipe(
      v.optional(v.string()),
      v.description("The chosen plan as JSON text, of which `planId` is read; absent: the invoice's plan"),
    ),
  },
  SubscriptionInputWire,
);
const InvoiceQuery = v.object({
  searchParam: searchFor("Words of the text, or a part of the number"),
  pageNumber: PageOf20,
});

/** Routes of the own company's invoices, for admins. */
export function billingRoutes({ signedIn, payments, address }: Deps) {
  return new Hono<AppEnv>()
    .get(
      "/invoices/all",
      describe(
        "billing",
        "List your company's invoices, newest first (20 per page); `searchParam` searches text and number",
        { 200: InvoicesAnswer },
      ),
      signedIn,
      permitted("viewSubscription"),
      validated("query", InvoiceQuery),
      async (c) => {
        const { searchParam: search = "", pageNumber: page } = c.req.valid("query");
        return c.json((await c.var.read((ctx) => listInvoices(ctx, { search, page }))).map(invoiceToWire));
      },
    )
    .get(
      "/invoices/:id/receipt",
      describe("billing", "Get the receipt of a paid invoice, with the days that it paid", { 200: ReceiptAnswer }),
      signedIn,
      async (c) => {
        const id = idOr("ERR_NO_INVOICE_FOUND", c.req.param("id"));
        return c.json(receiptToWire(await c.var.read((ctx) => readReceipt(ctx, id))));
      },
    )
    .get(
      "/subscription",
      describe("billing", "Get your company's plan, its usage, the invoice to pay next and the ways to pay", {
        200: SubscriptionAnswer,
      }),
      signedIn,
      async (c) => c.json(subscriptionToWire(await c.var.read(readSubscription), waysToPay(payments))),
    )
    .post(
      "/subscription/upgrade",
      describe(
        "billing",
        "Get the invoice that pays a bigger plan before the next invoice: the difference of the prices for the days that are paid already. It is created once and becomes void after three days; pay it by POST /subscription",
        { 200: InvoiceAnswer },
      ),
      signedIn,
      permitted("viewSubscription"),
      validated("json", UpgradeInputWire),
      async (c) => {
        const { planId } = c.req.valid("json");
        return c.json(invoiceToWire(await c.var.act((ctx) => openUpgrade(ctx, planId), { isPlatform: true })));
      },
    )
    .post(
      "/subscription",
      describe(
        "billing",
        "Pay an open invoice of your company. The amount is the invoice's. Answers the links and codes of the ways to pay that are on; card data in the body is dropped, because it is entered on the provider's page",
        { 200: PaymentResultAnswer },
      ),
      signedIn,
      permitted("viewSubscription"),
      withoutCard(),
      validated("json", SubscriptionBody),
      async (c) => {
        const origin = originOf(c, address);
        const options = await subscribe(
          {
            payments,
            act: c.var.act,
            returnUrl: `${origin}/financeiro`,
            webhookUrl: (provider) => `${origin}/webhooks/${provider}`,
            onUnavailable: (provider, error) =>
              c.var.log.warn(
                { event: "payment_provider_failed", provider, reason: reasonOf(error) },
                "Payment provider created no charge",
              ),
          },
          c.req.valid("json"),
        );
        return c.json(paymentResultToWire(options));
      },
    );
}

/** The error's text alone: errors of providers' libraries carry the request. */
const reasonOf = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));
