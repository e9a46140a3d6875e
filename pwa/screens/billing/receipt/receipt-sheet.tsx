import { Brand } from "../../../shell/brand.tsx";
import type { ReceiptLine } from "./receipt-text.ts";

/** Draws the sheet that is printed: `data-print` is the only part of the page on paper. */
export const ReceiptSheet = ({ title, lines }: { title: string; lines: ReceiptLine[] }) => (
  <article
    data-print
    className="line-ring rounded-lg p-5 print:fixed print:inset-0 print:bg-white print:text-black print:shadow-none! print:[&_*]:text-black!"
  >
    <header className="mb-4 flex flex-wrap items-center justify-between gap-2 border-line border-b pb-3">
      <Brand />
      <p className="font-semibold text-lg tabular-nums">{title}</p>
    </header>
    <dl className="grid grid-cols-[minmax(6.5rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
      {lines.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-ink-3">{label}</dt>
          <dd className="tabular-nums [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  </article>
);
