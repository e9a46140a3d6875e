import { and, eq } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { lockCompany } from "../plans/index.ts";

const { invoices } = schema;

export type InvoiceRow = typeof invoices.$inferSelect;

/** Returns an invoice of the company; another company's does not exist. */
export async function requireInvoice({ db, companyId }: DeskContext, id: string): Promise<InvoiceRow> {
  const [invoice] = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.companyId, companyId), eq(invoices.id, id)));
  if (!invoice) throw new DomainError("ERR_NO_INVOICE_FOUND", { id });
  return invoice;
}

/** The same, locked. The company is locked first: payments and changes of its invoices run one after the other. */
export async function lockInvoice(ctx: DeskContext, id: string): Promise<InvoiceRow> {
  await lockCompany(ctx);
  await ctx.db
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(eq(invoices.companyId, ctx.companyId), eq(invoices.id, id)))
    .for("update");
  return requireInvoice(ctx, id);
}

/** The same, locked and open; a paid or void one is refused with `ERR_INVOICE_STATE`. */
export async function lockOpenInvoice(ctx: DeskContext, id: string): Promise<InvoiceRow> {
  const invoice = await lockInvoice(ctx, id);
  if (invoice.status !== "open") throw new DomainError("ERR_INVOICE_STATE", { status: invoice.status });
  return invoice;
}
