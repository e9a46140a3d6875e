import {
  type ImportView,
  REJECTED_SHOWN,
  type RejectedRowView,
} from "../../../../../contracts/marketing/contact-imports.ts";
import { numberFormat } from "../../../../i18n/number-format.ts";
import { m } from "../../../../i18n/paraglide/messages.js";
import { maskPhone } from "../../../../i18n/phone-number.ts";
import { Skeleton } from "../../../../ui/lists/skeleton.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { importCalls } from "./import-calls.ts";
import { rejectionText } from "./rejection-text.ts";
import { FileRow, RowsTable, useImportRows } from "./rows-table.tsx";

/** Lists the first rows that are not imported, with the reason. `count`: how many there are. */
export function RejectedRows({ view, count }: { view: ImportView; count: number }) {
  const { read: rows, failure } = useImportRows(view.id, importCalls.rejectedRows);
  if (failure) return <Notice tone="danger">{failure}</Notice>;
  if (!rows) return <Skeleton className="h-24 w-full" />;
  return (
    <>
      <RowsTable label={m.contacts_import_rows_rejected()} columns={columns()}>
        {rows.map((row) => (
          <Row key={row.rowNumber} row={row} />
        ))}
      </RowsTable>
      {count > REJECTED_SHOWN && rows.length === REJECTED_SHOWN && (
        <p className="text-ink-3 text-xs">
          {m.contacts_import_rejected_more({ shown: numberFormat(rows.length), count: numberFormat(count) })}
        </p>
      )}
    </>
  );
}

/** A number that was not read is shown as it stands in the spreadsheet. */
const numberOf = ({ problem, number }: RejectedRowView) =>
  problem === null || problem === "email" ? maskPhone(number) : number;

const Row = ({ row }: { row: RejectedRowView }) => (
  <FileRow rowNumber={row.rowNumber}>
    <td className="px-3 py-2 font-medium [overflow-wrap:anywhere]">
      {row.name || <span className="font-normal text-ink-3">{m.contacts_import_cell_empty()}</span>}
      <span className="block whitespace-nowrap font-normal text-ink-3 tabular-nums sm:hidden">{numberOf(row)}</span>
    </td>
    <td className="whitespace-nowrap px-3 py-2 tabular-nums max-sm:hidden">
      {numberOf(row) || <span className="text-ink-3">{m.contacts_import_cell_empty()}</span>}
    </td>
    <td className="px-3 py-2 text-danger-ink">{rejectionText(row)}</td>
  </FileRow>
);

const columns = () => [
  { title: m.contacts_col_name() },
  { title: m.contacts_import_number(), className: "max-sm:hidden" },
  { title: m.contacts_import_col_reason() },
];
