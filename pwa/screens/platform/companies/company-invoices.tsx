import { useState } from "react";
import type { InvoiceWire } from "../../../../contracts/wire/billing.ts";
import { calendarDate } from "../../../i18n/calendar-date.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/layers/dialog.tsx";
import { ListBody, ListNotices, useList } from "../../lists/index.ts";
import { ReasonDialog } from "../parts/reason-dialog.tsx";
import { companyCalls, invoicePage } from "./company-calls.ts";
import type { Company } from "./company-form.ts";
import { dayText } from "./due-text.ts";
import { InvoiceStatus, invoiceAmount, paidWithText } from "./invoice-text.tsx";

const none: never[] = [];
type Settling = { invoice: InvoiceWire; how: "void" | "paid" };
type CompanyInvoicesProps = { company: Company; onChanged: () => void; onClose: () => void };

/** Lists a company's invoices. Open ones can be voided or marked as paid, each with a reason. */
export function CompanyInvoices({ company, onChanged, onClose }: CompanyInvoicesProps) {
  const [settling, setSettling] = useState<Settling | null>(null);
  const list = useList<InvoiceWire>({
    path: `/companies/${company.id}/invoices`,
    read: invoicePage,
    keyOf: ({ id }) => id,
    changesWith: none,
    remember: true,
  });
  if (settling)
    return (
      <SettleInvoice
        {...settling}
        company={company}
        onDone={() => {
          list.again();
          onChanged();
        }}
        onClose={() => setSettling(null)}
      />
    );
  return (
    <Dialog open onClose={onClose} size="large" title={m.platform_invoices_of({ name: company.name })}>
      <div className="flex min-h-60 flex-col gap-3">
        <ListNotices list={list} offlineText={m.platform_offline()} />
        <ListBody
          list={list}
          isFiltered={false}
          add={null}
          failedTitle={m.platform_load_failed()}
          empty={{ title: m.platform_invoices_empty_title(), text: m.platform_invoices_empty_text() }}
        >
          <ul aria-label={m.platform_invoices()} className="line-ring rounded-lg">
            {list.rows.map((invoice) => (
              <InvoiceLine
                key={invoice.id}
                invoice={invoice}
                disabled={!list.canWrite}
                onSettle={(how) => setSettling({ invoice, how })}
              />
            ))}
          </ul>
        </ListBody>
      </div>
    </Dialog>
  );
}

type InvoiceLineProps = { invoice: InvoiceWire; disabled: boolean; onSettle: (how: Settling["how"]) => void };

function InvoiceLine({ invoice, disabled, onSettle }: InvoiceLineProps) {
  const { number, detail, dueDate, status, reason, paidAt } = invoice;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-line px-3 py-2.5 not-last:border-b">
      <span className="w-12 text-ink-3 text-sm tabular-nums">{number}</span>
      <span className="min-w-40 flex-1">
        <span className="block font-medium">{detail}</span>
        <span className="block text-ink-2 text-xs">
          {m.platform_invoice_due({ date: dayText(dueDate) })}
          {paidAt && ` · ${m.platform_invoice_paid_at({ date: calendarDate(paidAt), how: paidWithText(invoice) })}`}
          {reason && ` · ${m.platform_reason_of({ reason })}`}
        </span>
      </span>
      <span className="tabular-nums">{invoiceAmount(invoice)}</span>
      <InvoiceStatus invoice={invoice} />
      {status === "open" && (
        <span className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
          <Button
            size="small"
            disabled={disabled}
            aria-label={m.platform_invoice_void_of({ number })}
            onClick={() => onSettle("void")}
          >
            {m.platform_invoice_void()}
          </Button>
          <Button
            size="small"
            kind="soft"
            disabled={disabled}
            aria-label={m.platform_invoice_pay_of({ number })}
            onClick={() => onSettle("paid")}
          >
            {m.platform_invoice_pay()}
          </Button>
        </span>
      )}
    </li>
  );
}

type SettleProps = Settling & { company: Company; onDone: () => void; onClose: () => void };

function SettleInvoice({ invoice, how, company, onDone, onClose }: SettleProps) {
  const { number } = invoice;
  const isVoid = how === "void";
  return (
    <ReasonDialog
      subjectId={invoice.id}
      title={isVoid ? m.platform_invoice_void_of({ number }) : m.platform_invoice_pay_of({ number })}
      text={isVoid ? m.platform_invoice_void_text() : m.platform_invoice_pay_text()}
      confirmLabel={isVoid ? m.platform_invoice_void() : m.platform_invoice_pay()}
      onConfirm={(reason) => companyCalls.settleInvoice(company.id, invoice.id, how, reason)}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
