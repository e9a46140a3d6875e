import { Download } from "lucide-react";
import { calendarDay } from "../../i18n/calendar-date.ts";
import { money } from "../../i18n/money.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../../ui/button.tsx";
import { Table } from "../../ui/lists/table.tsx";
import { InvoiceStatus, numberOf } from "./invoice-status.tsx";
import type { Invoice } from "./parts/billing-calls.ts";

export type InvoiceActions = {
  canPay: boolean;
  onPay: (invoice: Invoice) => void;
  onReceipt: (invoice: Invoice) => void;
};

export const InvoicesTable = ({ rows, ...actions }: { rows: Invoice[] } & InvoiceActions) => (
  <Table
    label={m.billing_title()}
    rows={rows}
    rowKey={({ id }) => id}
    tone={({ overdue, status }) => (status === "open" && overdue ? "red" : null)}
    columns={[
      {
        id: "number",
        header: m.billing_col_id(),
        cell: (invoice) => <span className="text-ink-2 tabular-nums">{numberOf(invoice)}</span>,
      },
      {
        id: "detail",
        header: m.billing_col_detail(),
        isTitle: true,
        cell: ({ detail }) => <span className="font-medium">{detail}</span>,
      },
      {
        id: "value",
        header: m.billing_col_value(),
        align: "right",
        cell: ({ value }) => <span className="font-medium">{money(value)}</span>,
      },
      {
        id: "due",
        header: m.billing_col_due(),
        cell: ({ dueDate }) => <span className="text-ink-2 tabular-nums">{calendarDay(dueDate)}</span>,
      },
      {
        id: "status",
        header: m.billing_col_status(),
        cell: (invoice) => (
          <span className="flex min-w-0 flex-wrap items-center gap-2" title={invoice.reason ?? undefined}>
            <InvoiceStatus invoice={invoice} />
            {invoice.status === "void" && invoice.reason && (
              <span className="truncate text-ink-3 text-xs">{invoice.reason}</span>
            )}
          </span>
        ),
      },
    ]}
    actionsHeader={m.billing_col_action()}
    actions={(invoice) => <RowAction invoice={invoice} {...actions} />}
  />
);

function RowAction({ invoice, canPay, onPay, onReceipt }: { invoice: Invoice } & InvoiceActions) {
  const number = numberOf(invoice);
  if (invoice.status === "open")
    return (
      <Button
        kind="primary"
        size="small"
        disabled={!canPay}
        title={canPay ? undefined : m.billing_offline()}
        aria-label={m.billing_pay_spoken({ number })}
        onClick={() => onPay(invoice)}
      >
        {m.billing_pay()}
      </Button>
    );
  if (invoice.status === "void") return null;
  return (
    <Button
      kind="ghost"
      size="small"
      icon={<Download aria-hidden="true" size={14} />}
      aria-label={m.billing_receipt_spoken({ number })}
      onClick={() => onReceipt(invoice)}
    >
      {m.billing_receipt()}
    </Button>
  );
}
