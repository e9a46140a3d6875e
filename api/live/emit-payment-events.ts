import { requireOwnCompany } from "../../domain/account/companies/index.ts";
import type { ScopedChange } from "../../sync/server/index.ts";
import type { EmitContext } from "./emit-ticket-events.ts";
import type { Listener } from "./listener.ts";

/**
 * Emits the payment of an invoice, once, to everyone of the company: with it, all may work again. The change of a payment
 * names the invoice as its part; other changes of invoices have no event.
 */
export async function emitPaymentEvents(
  context: EmitContext,
  listeners: readonly Listener[],
  changes: readonly ScopedChange[],
): Promise<void> {
  const paid = changes.filter(({ collection, docId, partId }) => collection === "invoices" && partId === docId);
  if (paid.length === 0) return;
  const { companyId } = context;
  const { dueDate } = await requireOwnCompany(context, companyId);
  const event = { action: "CONCLUIDA", company: { dueDate: dueDate.toISOString() } };
  for (const _payment of paid) for (const { socket } of listeners) socket.emit(`company-${companyId}-payment`, event);
}
