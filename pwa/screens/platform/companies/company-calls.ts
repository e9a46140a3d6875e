import * as v from "valibot";
import { InvoiceWire, PaymentEventWire } from "../../../../contracts/wire/billing.ts";
import { CompanyPageWire, CompanyUsageWire } from "../../../../contracts/wire/companies.ts";
import { apiSend } from "../../../session/api-fetch.ts";
import type { ListPage } from "../../lists/index.ts";
import { type Company, type CompanyForm, companyToWire } from "./company-form.ts";

export function companyPage(answer: unknown): ListPage<Company> {
  const { companies, count, hasMore } = v.parse(CompanyPageWire, answer);
  return { rows: companies, count, hasMore };
}

const Usages = v.array(CompanyUsageWire);
export const readUsages = (answer: unknown) => v.parse(Usages, answer);

const PAGE = 20;
const Invoices = v.array(InvoiceWire);
export function invoicePage(answer: unknown): ListPage<InvoiceWire> {
  const rows = v.parse(Invoices, answer);
  return { rows, hasMore: rows.length === PAGE };
}
const Events = v.array(PaymentEventWire);
export function eventPage(answer: unknown): ListPage<PaymentEventWire> {
  const rows = v.parse(Events, answer);
  return { rows, hasMore: rows.length === PAGE };
}

export const companyCalls = {
  save: (company: Company | null, form: CompanyForm) =>
    company
      ? apiSend("PUT", `/companies/${company.id}`, companyToWire(form, company))
      : apiSend("POST", "/companies", companyToWire(form, null)),
  /** `name`: as typed, to confirm. */
  remove: (id: string, name: string) => apiSend("DELETE", `/companies/${id}`, { name }),
  restore: (id: string) => apiSend("POST", `/companies/${id}/restore`),
  settleInvoice: (companyId: string, invoiceId: string, how: "void" | "paid", reason: string) =>
    apiSend("POST", `/companies/${companyId}/invoices/${invoiceId}/${how}`, { reason }),
  dismissPayment: (id: string, reason: string) => apiSend("POST", `/payment-events/${id}/dismiss`, { reason }),
};
