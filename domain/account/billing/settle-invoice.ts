import { and, eq } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { Actor, Context, DeskContext } from "../../ground/context.ts";
import { requireSuper } from "../../ground/require-permission.ts";
import { recordAudit } from "../audit/index.ts";
import { endOpenCharges } from "./charge-rows.ts";
import { payInvoice } from "./pay-invoice.ts";
import { type InvoiceRow, lockOpenInvoice, requireInvoice } from "./require-invoice.ts";

const { invoices } = schema;

/** Voids an open invoice. Super users only. A payment that still comes becomes an unmatched event. */
export async function voidInvoice(ctx: Context, id: string, reason: string): Promise<InvoiceRow> {
  requireSuper(ctx);
  await writeVoid(ctx, await lockOpenInvoice(ctx, id), reason);
  return requireInvoice(ctx, id);
}

/** Writes that a locked, open invoice is void, and the entry of the audit. */
export async function writeVoid(
  ctx: DeskContext & { actor?: Actor },
  { id, detail }: InvoiceRow,
  reason: string,
): Promise<void> {
  await ctx.db
    .update(invoices)
    .set({ status: "void", reason, updatedAt: ctx.now })
    .where(and(eq(invoices.companyId, ctx.companyId), eq(invoices.id, id)));
  await endOpenCharges(ctx, id);
  await recordAudit(ctx, {
    action: "invoice.voided",
    companyId: ctx.companyId,
    subject: { id, name: detail },
    changes: { status: ["open", "void"] },
    reason,
  });
}

/** Marks an open invoice as paid, as after a payment by the static Pix. Super users only. */
export async function markInvoicePaid(ctx: Context, id: string, reason: string): Promise<InvoiceRow> {
  requireSuper(ctx);
  const invoice = await lockOpenInvoice(ctx, id);
  const { valueCents: amountCents, planId } = invoice;
  await payInvoice(ctx, invoice, { paidWith: "manual", amountCents, planId, reason });
  return requireInvoice(ctx, id);
}
