import { CreditCard, Download } from "lucide-react";
import { calendarDate, calendarDay } from "../../i18n/calendar-date.ts";
import { money } from "../../i18n/money.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { PictureBox, type RecordAction, type RecordField, type RecordLook } from "../lists/index.ts";
import { lookOf, numberOf } from "./invoice-status.tsx";
import type { InvoiceActions } from "./invoices-table.tsx";
import type { Invoice } from "./parts/billing-calls.ts";
import { paidWithText } from "./receipt/paid-with.ts";

/** Draws an invoice as a row on phones. */
export function invoiceLook(invoice: Invoice): RecordLook {
  const { Icon, label, ink } = lookOf(invoice);
  return {
    name: invoice.detail,
    picture: (
      <PictureBox>
        <Icon size={18} className={ink} />
      </PictureBox>
    ),
    tone: invoice.status === "open" && invoice.overdue ? "red" : null,
    line: `${money(invoice.value)} · ${calendarDay(invoice.dueDate)}`,
    status: <span className={`font-medium ${ink}`}>{label()}</span>,
  };
}

/** `timeZone`: the company's, in which its days end. */
export const invoiceFields = (invoice: Invoice, timeZone: string): RecordField[] => [
  { label: m.billing_col_id(), value: numberOf(invoice) },
  { label: m.billing_col_value(), value: money(invoice.value) },
  { label: m.billing_col_due(), value: calendarDay(invoice.dueDate) },
  { label: m.billing_paid_at(), value: invoice.paidAt && calendarDate(invoice.paidAt, timeZone) },
  { label: m.billing_paid_with(), value: invoice.paidWith && paidWithText(invoice.paidWith) },
  { label: m.billing_reason(), value: invoice.reason },
];

export function invoiceActions(invoice: Invoice, { canPay, onPay, onReceipt }: InvoiceActions): RecordAction[] {
  const number = numberOf(invoice);
  if (invoice.status === "open")
    return [
      {
        label: m.billing_pay(),
        spokenLabel: m.billing_pay_spoken({ number }),
        icon: <CreditCard aria-hidden="true" size={20} />,
        primary: true,
        disabled: !canPay,
        onSelect: () => onPay(invoice),
      },
    ];
  if (invoice.status === "void") return [];
  return [
    {
      label: m.billing_receipt(),
      spokenLabel: m.billing_receipt_spoken({ number }),
      icon: <Download aria-hidden="true" size={20} />,
      onSelect: () => onReceipt(invoice),
    },
  ];
}
