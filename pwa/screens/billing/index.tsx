import { useCallback, useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { zoneOf } from "../../session/company-dates.ts";
import { useUser } from "../../session/use-session.ts";
import { ListScreen, useList, useSearch } from "../lists/index.ts";
import { CheckoutDialog } from "./checkout/checkout-dialog.tsx";
import { invoiceActions, invoiceFields, invoiceLook } from "./invoice-records.tsx";
import { type InvoiceActions, InvoicesTable } from "./invoices-table.tsx";
import { OverdueNotice } from "./overdue-notice.tsx";
import { type Invoice, readInvoices } from "./parts/billing-calls.ts";
import { ReceiptDialog } from "./receipt/receipt-dialog.tsx";

type Layer = { kind: "pay" | "receipt"; invoice: Invoice } | null;

/** Lists the company's invoices, newest first, live. They are on the server. */
export function InvoicesScreen() {
  const search = useSearch();
  const [layer, setLayer] = useState<Layer>(null);
  const close = useCallback(() => setLayer(null), []);
  const list = useList({
    path: "/invoices/all",
    query: { searchParam: search.wanted },
    read: readInvoices,
    keyOf: ({ id }) => id,
    changesWith: ["invoices"],
    remember: true,
  });
  const timeZone = zoneOf(useUser().company);
  const actions: InvoiceActions = {
    canPay: list.canWrite,
    onPay: (invoice) => setLayer({ kind: "pay", invoice }),
    onReceipt: (invoice) => setLayer({ kind: "receipt", invoice }),
  };
  return (
    <>
      <ListScreen
        title={m.billing_title()}
        list={list}
        search={search}
        notices={<OverdueNotice invoices={list.rows} />}
        empty={{ title: m.billing_empty_title(), text: m.billing_empty_text() }}
        offlineText={m.billing_offline()}
        rowKey={({ id }) => id}
        records={{
          look: invoiceLook,
          fields: (invoice) => invoiceFields(invoice, timeZone),
          actions: (invoice) => invoiceActions(invoice, actions),
        }}
      >
        {(rows) => <InvoicesTable rows={rows} {...actions} />}
      </ListScreen>
      {layer?.kind === "pay" && <CheckoutDialog invoice={layer.invoice} onClose={close} />}
      {layer?.kind === "receipt" && <ReceiptDialog invoice={layer.invoice} onClose={close} />}
    </>
  );
}
