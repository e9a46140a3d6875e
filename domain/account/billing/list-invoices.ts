import { and, asc, desc, eq, sql } from "drizzle-orm";
import { localDay } from "../../../contracts/account/companies.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { searchWords } from "../../../contracts/search-text.ts";
import { schema } from "../../../db/index.ts";
import { containing } from "../../ground/containing.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission, requireSuper } from "../../ground/require-permission.ts";
import { type CompanyRow, requireOwnCompany } from "../companies/index.ts";
import { type InvoiceRow, requireInvoice } from "./require-invoice.ts";

const { invoices } = schema;

export const INVOICE_PAGE = 20;

/** `isOverdue`: open, of a period, and due before today in the company's time zone. */
export type InvoiceView = InvoiceRow & { isOverdue: boolean };

/** Returns a page of the own company's invoices, newest first; searches text and number. Admins only. */
export async function listInvoices(ctx: Context, query: { search?: string; page?: number }): Promise<InvoiceView[]> {
  requirePermission(ctx, "viewSubscription");
  return pageOfInvoices(ctx, query);
}

/** Returns a page of a company's invoices. Super users only; `ctx` is in the scope of that company. */
export async function listInvoicesOf(ctx: Context, query: { page?: number }): Promise<InvoiceView[]> {
  requireSuper(ctx);
  return pageOfInvoices(ctx, query);
}

async function pageOfInvoices(
  ctx: Context,
  { search = "", page = 1 }: { search?: string; page?: number },
): Promise<InvoiceView[]> {
  const company = await requireOwnCompany(ctx, ctx.companyId);
  const words = searchWords(search);
  const matches = (word: string) =>
    sql`searchable(${invoices.detail} || ' ' || ${invoices.number}) like ${containing(word)}`;
  const found = await ctx.db
    .select()
    .from(invoices)
    .where(and(eq(invoices.companyId, ctx.companyId), ...words.map(matches)))
    .orderBy(desc(invoices.number))
    .limit(INVOICE_PAGE)
    .offset((page - 1) * INVOICE_PAGE);
  return found.map((invoice) => viewOf(company, invoice, ctx.now));
}

/** Returns the open invoice of a period that is due first; null: there is none. */
export async function findInvoiceToPay(ctx: Context, company: CompanyRow): Promise<InvoiceView | null> {
  const [invoice] = await ctx.db
    .select()
    .from(invoices)
    .where(and(eq(invoices.companyId, ctx.companyId), eq(invoices.status, "open"), eq(invoices.kind, "period")))
    .orderBy(asc(invoices.dueDate))
    .limit(1);
  return invoice ? viewOf(company, invoice, ctx.now) : null;
}

/** Returns a paid invoice with the company's name and address. Admins only. */
export async function readReceipt(ctx: Context, id: string): Promise<{ invoice: InvoiceView; company: CompanyRow }> {
  requirePermission(ctx, "viewSubscription");
  const invoice = await requireInvoice(ctx, id);
  if (invoice.status !== "paid") throw new DomainError("ERR_INVOICE_STATE", { status: invoice.status });
  const company = await requireOwnCompany(ctx, ctx.companyId);
  return { invoice: viewOf(company, invoice, ctx.now), company };
}

/** Returns an invoice as the list has it. */
export async function viewInvoice(ctx: Context, id: string): Promise<InvoiceView> {
  const [company, invoice] = [await requireOwnCompany(ctx, ctx.companyId), await requireInvoice(ctx, id)];
  return viewOf(company, invoice, ctx.now);
}

function viewOf({ timeZone }: CompanyRow, invoice: InvoiceRow, now: Date): InvoiceView {
  const { kind, status, dueDate } = invoice;
  return { ...invoice, isOverdue: kind === "period" && status === "open" && dueDate < localDay(now, timeZone) };
}
