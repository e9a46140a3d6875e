import { calendarDate, calendarDay } from "../../../i18n/calendar-date.ts";
import { languageTag } from "../../../i18n/language.ts";
import { money } from "../../../i18n/money.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { numberOf } from "../invoice-status.tsx";
import type { Receipt } from "../parts/billing-calls.ts";
import { paidWithText } from "./paid-with.ts";

export type ReceiptLine = { label: string; value: string };

/** Returns the lines of a receipt, on the screen, on paper and in the file. */
export function receiptLines(receipt: Receipt, timeZone: string): ReceiptLine[] {
  const { company, billing, paidAt, paidWith, reason } = receipt;
  const lines: [label: string, value: string | null][] = [
    [m.billing_receipt_of(), billing?.name ?? company.name],
    [m.billing_company(), [company.name, company.email].filter(Boolean).join(" · ")],
    [m.billing_street(), billing && addressOf(billing)],
    [m.billing_receipt_for(), receipt.detail],
    [m.billing_invoice(), numberOf(receipt)],
    [
      m.billing_receipt_period(),
      m.billing_receipt_span({ from: calendarDay(receipt.from), to: calendarDay(receipt.to) }),
    ],
    [m.billing_col_value(), money(receipt.value)],
    [m.billing_paid_at(), paidAt && calendarDate(paidAt, timeZone)],
    [m.billing_paid_with(), paidWith && paidWithText(paidWith)],
    [m.billing_reason(), reason],
  ];
  return lines.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

function addressOf({ street, city, state, zipCode, country }: NonNullable<Receipt["billing"]>): string {
  return [street, city, state, zipCode, country === "usa" ? "United States" : "Brasil"].filter(Boolean).join(", ");
}

const escaped: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const asHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => escaped[sign] ?? sign);

/** Returns the receipt as a page of its own, which opens without the app. */
export function receiptFile(title: string, lines: ReceiptLine[]): string {
  const rows = lines.map(
    ({ label, value }) => `<tr><th scope="row">${asHtml(label)}</th><td>${asHtml(value)}</td></tr>`,
  );
  return `<!doctype html>
<html lang="${languageTag()}">
<meta charset="utf-8">
<title>${asHtml(m.app_name())}: ${asHtml(title)}</title>
<style>body{font:15px/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}th{text-align:left;font-weight:400;color:#555;padding:.2rem 1.5rem .2rem 0;vertical-align:top}</style>
<h1>${asHtml(m.app_name())}: ${asHtml(title)}</h1>
<table>${rows.join("")}</table>
</html>
`;
}
