import { type Context as Call, Hono, type MiddlewareHandler } from "hono";
import * as v from "valibot";
import { eventStates, Reason } from "../../../contracts/account/billing.ts";
import {
  dismissPaymentEvent,
  listInvoicesOf,
  listPaymentEvents,
  markInvoicePaid,
  viewInvoice,
  voidInvoice,
} from "../../../domain/account/billing/index.ts";
import { DismissalAnswer, InvoiceAnswer, InvoicesAnswer, PaymentEventsAnswer } from "../../billing/answers.ts";
import { invoiceToWire, paymentEventToWire } from "../../billing/wire.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { PageOf20 } from "../../http/query.ts";
import { describe } from "../../http/reference/describe.ts";
import { idOr, validated } from "../../http/validate.ts";
import { superOnly } from "../../session/index.ts";

const EventQuery = v.object({
  state: v.pipe(
    v.optional(v.picklist(eventStates)),
    v.description("`unmatched`: payments that changed nothing. Without it: events in all states"),
  ),
  pageNumber: PageOf20,
});

const companyOf = (c: Call<AppEnv>) => idOr("ERR_NO_COMPANY_FOUND", c.req.param("id"));

/** Routes of invoices and payments of all companies, for super users. */
export function platformInvoiceRoutes({ signedIn }: { signedIn: MiddlewareHandler<AppEnv> }) {
  return new Hono<AppEnv>()
    .get(
      "/companies/:id/invoices",
      describe("billing", "List the invoices of a company, newest first, 20 per page (super users)", {
        200: InvoicesAnswer,
      }),
      signedIn,
      superOnly,
      validated("query", v.object({ pageNumber: PageOf20 })),
      async (c) => {
        const { pageNumber: page } = c.req.valid("query");
        const found = await c.var.onCompany(companyOf(c), (ctx) => listInvoicesOf(ctx, { page }));
        return c.json(found.map(invoiceToWire));
      },
    )
    .post(
      "/companies/:id/invoices/:invoiceId/void",
      describe("billing", "Void an open invoice of a company, with a reason (super users)", { 200: InvoiceAnswer }),
      signedIn,
      superOnly,
      validated("json", Reason),
      async (c) => c.json(invoiceToWire(await settle(c, voidInvoice, c.req.valid("json").reason))),
    )
    .post(
      "/companies/:id/invoices/:invoiceId/paid",
      describe(
        "billing",
        "Mark an open invoice of a company as paid, with a reason; the due date moves as after a payment (super users)",
        { 200: InvoiceAnswer },
      ),
      signedIn,
      superOnly,
      validated("json", Reason),
      async (c) => c.json(invoiceToWire(await settle(c, markInvoicePaid, c.req.valid("json").reason))),
    )
    .get(
      "/payment-events",
      describe(
        "billing",
        "List payment events of all companies, newest first, 20 per page; `state=unmatched` are payments that changed nothing (super users)",
        { 200: PaymentEventsAnswer },
      ),
      signedIn,
      superOnly,
      validated("query", EventQuery),
      async (c) => {
        const { state, pageNumber: page } = c.req.valid("query");
        const found = await c.var.platform((ctx) => listPaymentEvents(ctx, { state, page }), { isReading: true });
        return c.json(found.map(paymentEventToWire));
      },
    )
    .post(
      "/payment-events/:id/dismiss",
      describe("billing", "Dismiss an unmatched payment event, with a reason (super users)", { 200: DismissalAnswer }),
      signedIn,
      superOnly,
      validated("json", Reason),
      async (c) => {
        const id = idOr("ERR_NO_PAYMENT_EVENT_FOUND", c.req.param("id"));
        const { reason } = c.req.valid("json");
        await c.var.platform((ctx) => dismissPaymentEvent(ctx, id, reason));
        return c.json({});
      },
    );
}

async function settle(c: Call<AppEnv>, verb: typeof voidInvoice, reason: string) {
  const invoiceId = idOr("ERR_NO_INVOICE_FOUND", c.req.param("invoiceId"));
  return c.var.onCompany(companyOf(c), async (ctx) => {
    await verb(ctx, invoiceId, reason);
    return viewInvoice(ctx, invoiceId);
  });
}
