import { useEffect, useState } from "react";
import {
  type ImportView,
  REJECTED_SHOWN,
  type RejectedRowView,
} from "../../../../../sync/contracts/contact-imports.ts";
import { numberFormat } from "../../../../i18n/number-format.ts";
import { m } from "../../../../i18n/paraglide/messages.js";
import { maskPhone } from "../../../../i18n/phone-number.ts";
import { failureText } from "../../../../session/failure-text.ts";
import { Notice } from "../../../../ui/notice.tsx";
import { Skeleton } from "../../../../ui/skeleton.tsx";
import { importCalls } from "./import-calls.ts";
import { rejectionText } from "./rejection-text.ts";

/** Lists the first rows that are not imported, with the reason. `count`: how many there are. */
export function RejectedRows({ view, count }: { view: ImportView; count: number }) {
  const [rows, setRows] = useState<RejectedRowView[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    importCalls.rejectedRows(view.id, stop.signal).then(setRows, (error: unknown) => {
      if (!stop.signal.aborted) setFailure(failureText(error));
    });
    return () => stop.abort();
  }, [view.id]);
  if (failure) return <Notice tone="danger">{failure}</Notice>;
  if (!rows) return <Skeleton className="h-24 w-full" />;
  return (
    <>
      <div className="line-ring max-h-72 overflow-auto rounded-lg">
        <table aria-label={m.contacts_import_rows_rejected()} className="w-full text-sm">
          <thead className="sticky top-0 bg-sunken text-left text-ink-3 text-xs">
            <tr>
              <th scope="col" className="px-3 py-2 text-right font-medium">
                {m.contacts_import_col_row()}
              </th>
              <th scope="col" className="px-3 py-2 font-medium">
                {m.contacts_col_name()}
              </th>
              <th scope="col" className="px-3 py-2 font-medium max-sm:hidden">
                {m.contacts_import_number()}
              </th>
              <th scope="col" className="px-3 py-2 font-medium">
                {m.contacts_import_col_reason()}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.rowNumber} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {count > REJECTED_SHOWN && rows.length === REJECTED_SHOWN && (
        <p className="text-ink-3 text-xs">
          {m.contacts_import_rejected_more({ shown: numberFormat(rows.length), count: numberFormat(count) })}
        </p>
      )}
    </>
  );
}

const Row = ({ row }: { row: RejectedRowView }) => (
  <tr className="border-line border-t align-top">
    <td className="px-3 py-2 text-right text-ink-3 tabular-nums">{row.rowNumber}</td>
    <td className="px-3 py-2 font-medium [overflow-wrap:anywhere]">
      {row.name || <span className="font-normal text-ink-3">{m.contacts_import_cell_empty()}</span>}
      <span className="block whitespace-nowrap font-normal text-ink-3 tabular-nums sm:hidden">
        {maskPhone(row.number)}
      </span>
    </td>
    <td className="whitespace-nowrap px-3 py-2 tabular-nums max-sm:hidden">
      {maskPhone(row.number) || <span className="text-ink-3">{m.contacts_import_cell_empty()}</span>}
    </td>
    <td className="px-3 py-2 text-danger-ink">{rejectionText(row)}</td>
  </tr>
);
