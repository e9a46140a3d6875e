import type { ContractRow, Fields } from "./contract-rows.ts";
import { givenPaidAhead } from "./given-billing.ts";

const refused = (code: string): Fields => ({ code: `=${code}` });
const wrong = (field: string): Fields => ({ ...refused("ERR_VALIDATION"), [`fields.${field}`]: "list" });
const admin = "admin";
const by = "super";

const invoice = (path: string): Fields => ({
  ...{ [`${path}id`]: "id", [`${path}number`]: "number", [`${path}detail`]: "text", [`${path}value`]: "number" },
  ...{ [`${path}dueDate`]: "text", [`${path}status`]: "text", [`${path}overdue`]: "flag", [`${path}paidAt`]: "iso?" },
  ...{
    [`${path}kind`]: "text",
    [`${path}recurrence`]: "text",
    [`${path}paidWith`]: "text?",
    [`${path}reason`]: "text?",
  },
  [`${path}planId`]: "id?",
});
/** As the clients of this interface send it; the server drops the price and the card. */
const payment = {
  ...{ firstName: "Marina", lastName: "Duarte", address2: "Rua do Barro 12", city: "Belo Horizonte", state: "MG" },
  ...{ zipcode: "30110-000", country: "BR", useAddressForPaymentDetails: false, nameOnCard: "", cardNumber: "" },
  ...{ cvv: "", price: 0.01, users: 900, connections: 900, invoiceId: "{invoiceId}" },
  plan: '{"title":"Plano","planId":"{planId}","price":0.01,"description":[],"users":900,"connections":900,"queues":900}',
};
const reason = { reason: "Pago por Pix em 2 de dezembro" };

const own: ContractRow[] = [
  {
    call: "GET /invoices/all",
    by: admin,
    query: { searchParam: "profissional", pageNumber: "1" },
    answer: invoice("[]."),
  },
  { call: "GET /invoices/all", as: "by an agent", status: 403, answer: refused("ERR_NO_PERMISSION") },
  {
    ...{ call: "GET /invoices/all", as: "page zero", by: admin, query: { pageNumber: "0" } },
    ...{ status: 400, answer: wrong("pageNumber") },
  },
  {
    call: "GET /invoices/{paidInvoiceId}/receipt",
    by: admin,
    answer: {
      ...invoice(""),
      ...{ status: "=paid", "company.name": "text", "company.email": "text", billing: "object?" },
      ...{ from: "=2026-12-19", to: "=2027-01-18" },
    },
  },
  {
    ...{ call: "GET /invoices/{invoiceId}/receipt", as: "of an open invoice", by: admin },
    ...{ status: 409, answer: refused("ERR_INVOICE_STATE") },
  },
  {
    ...{ call: "GET /invoices/{nobody}/receipt", by: admin },
    ...{ status: 404, answer: refused("ERR_NO_INVOICE_FOUND") },
  },
  {
    call: "GET /invoices/{paidInvoiceId}/receipt",
    as: "by an agent",
    status: 403,
    answer: refused("ERR_NO_PERMISSION"),
  },
  {
    call: "GET /subscription",
    by: admin,
    answer: {
      ...{ trialExpiration: "iso?", dueDate: "iso", email: "text", recurrence: "text", plan: "object?" },
      ...{ "usage.users.used": "number", "usage.queues.limit": "number?", providers: "list", billing: "object?" },
      ...invoice("invoice."),
    },
  },
  { call: "GET /subscription", as: "by an agent", status: 403, answer: refused("ERR_NO_PERMISSION") },
  {
    ...{ call: "POST /subscription/upgrade", by: admin, body: { planId: "{planId}" }, before: givenPaidAhead },
    answer: { ...invoice(""), status: "=open", kind: "=upgrade" },
  },
  {
    ...{ call: "POST /subscription/upgrade", as: "while an invoice is open", by: admin, body: { planId: "{planId}" } },
    ...{ status: 409, answer: refused("ERR_NO_UPGRADE") },
  },
  {
    ...{ call: "POST /subscription/upgrade", as: "to an unknown plan", by: admin, body: { planId: "{nobody}" } },
    ...{ status: 404, answer: refused("ERR_NO_PLAN_FOUND") },
  },
  {
    ...{ call: "POST /subscription/upgrade", as: "without a plan", by: admin, body: {} },
    ...{ status: 400, answer: wrong("planId") },
  },
  {
    ...{ call: "POST /subscription/upgrade", as: "by an agent", body: { planId: "{planId}" } },
    ...{ status: 403, answer: refused("ERR_NO_PERMISSION") },
  },
  {
    call: "POST /subscription",
    by: admin,
    body: payment,
    answer: { "qrcode.qrcode": "text", valorext: "number", confirmedBy: "=person", unavailable: "list" },
  },
  {
    call: "POST /subscription",
    as: "with empty fields of the address",
    by: admin,
    body: { ...payment, firstName: "", lastName: "", address2: "", city: "", state: "", zipcode: "", country: "" },
    answer: { "qrcode.qrcode": "text", valorext: "number" },
  },
  {
    ...{ call: "POST /subscription", as: "with a part of an address", by: admin, body: { ...payment, address2: "" } },
    ...{ status: 400, answer: wrong("address2") },
  },
  {
    ...{ call: "POST /subscription", as: "from another country", by: admin, body: { ...payment, country: "fr" } },
    ...{ status: 400, answer: wrong("country") },
  },
  {
    ...{ call: "POST /subscription", as: "of a paid invoice", by: admin },
    body: { ...payment, invoiceId: "{paidInvoiceId}" },
    ...{ status: 409, answer: refused("ERR_INVOICE_STATE") },
  },
  {
    ...{ call: "POST /subscription", as: "of no invoice", by: admin, body: { ...payment, invoiceId: "{nobody}" } },
    ...{ status: 404, answer: refused("ERR_NO_INVOICE_FOUND") },
  },
  {
    ...{ call: "POST /subscription", as: "with an unknown plan", by: admin },
    body: { ...payment, plan: '{"planId":"{nobody}"}' },
    ...{ status: 404, answer: refused("ERR_NO_PLAN_FOUND") },
  },
  {
    ...{ call: "POST /subscription", as: "by an agent", body: payment },
    ...{ status: 403, answer: refused("ERR_NO_PERMISSION") },
  },
];

const platform: ContractRow[] = [
  { call: "GET /companies/{companyId}/invoices", by, query: { pageNumber: "1" }, answer: invoice("[].") },
  {
    ...{ call: "GET /companies/{companyId}/invoices", as: "by an admin", by: admin },
    ...{ status: 403, answer: refused("ERR_NO_PERMISSION") },
  },
  {
    ...{ call: "GET /companies/{nobody}/invoices", by },
    ...{ status: 404, answer: refused("ERR_NO_COMPANY_FOUND") },
  },
  {
    ...{ call: "POST /companies/{companyId}/invoices/{invoiceId}/void", by, body: reason },
    answer: { ...invoice(""), status: "=void", reason: `=${reason.reason}` },
  },
  {
    ...{ call: "POST /companies/{companyId}/invoices/{secondInvoiceId}/paid", by, body: reason },
    answer: { ...invoice(""), status: "=paid", paidWith: "=manual", paidAt: "iso" },
  },
  {
    ...{ call: "POST /companies/{companyId}/invoices/{paidInvoiceId}/void", by, body: reason },
    ...{ status: 409, answer: refused("ERR_INVOICE_STATE") },
  },
  {
    ...{ call: "POST /companies/{companyId}/invoices/{paidInvoiceId}/paid", by, body: reason },
    ...{ status: 409, answer: refused("ERR_INVOICE_STATE") },
  },
  {
    ...{
      call: "POST /companies/{otherCompanyId}/invoices/{invoiceId}/paid",
      as: "of another company",
      by,
      body: reason,
    },
    ...{ status: 404, answer: refused("ERR_NO_INVOICE_FOUND") },
  },
  {
    ...{ call: "POST /companies/{companyId}/invoices/{invoiceId}/void", as: "without a reason", by, body: {} },
    ...{ status: 400, answer: wrong("reason") },
  },
  ...["void", "paid"].map(
    (action): ContractRow => ({
      ...{
        call: `POST /companies/{companyId}/invoices/{invoiceId}/${action}`,
        as: "by an admin",
        by: admin,
        body: reason,
      },
      ...{ status: 403, answer: refused("ERR_NO_PERMISSION") },
    }),
  ),
  {
    call: "GET /payment-events",
    by,
    query: { state: "unmatched", pageNumber: "1" },
    answer: {
      ...{ "[].id": "id", "[].provider": "text", "[].providerId": "text", "[].state": "=unmatched" },
      ...{ "[].reason": "text", "[].value": "number?", "[].company": "object?", "[].invoice": "object?" },
      "[].createdAt": "iso",
    },
  },
  {
    ...{ call: "GET /payment-events", as: "in no state", by, query: { state: "lost" } },
    ...{ status: 400, answer: wrong("state") },
  },
  {
    ...{ call: "GET /payment-events", as: "by an admin", by: admin },
    ...{ status: 403, answer: refused("ERR_NO_PERMISSION") },
  },
  { call: "POST /payment-events/{paymentEventId}/dismiss", by, body: reason, answer: {} },
  {
    ...{ call: "POST /payment-events/{doneEventId}/dismiss", as: "of a payment that was settled", by, body: reason },
    ...{ status: 404, answer: refused("ERR_NO_PAYMENT_EVENT_FOUND") },
  },
  {
    ...{ call: "POST /payment-events/{paymentEventId}/dismiss", as: "by an admin", by: admin, body: reason },
    ...{ status: 403, answer: refused("ERR_NO_PERMISSION") },
  },
  {
    call: "POST /webhooks/stripe",
    as: "of a provider that is off",
    body: {},
    status: 404,
    answer: refused("ERR_NOT_FOUND"),
  },
];

/** The group `billing`, and the calls of super users about invoices and payments. */
export const billingContractRows: ContractRow[] = [...own, ...platform];
