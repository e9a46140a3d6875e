import { Globe } from "lucide-react";
import {
  type ImportView,
  READ_NUMBERS_SHOWN,
  type ReadNumbersView,
} from "../../../../../contracts/marketing/contact-imports.ts";
import { numberFormat } from "../../../../i18n/number-format.ts";
import { m } from "../../../../i18n/paraglide/messages.js";
import { maskPhone } from "../../../../i18n/phone-number.ts";
import { countryName } from "../../../../i18n/phone-text.ts";
import { StatusChip } from "../../../../ui/fields/chips.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { importCalls } from "./import-calls.ts";
import { FileRow, RowsTable, useImportRows } from "./rows-table.tsx";

/** Shows how the numbers were read before anything is saved: those of other countries first. */
export function ReadNumbers({ view }: { view: ImportView }) {
  const { read, failure } = useImportRows(view.id, importCalls.readNumbers);
  if (failure) return <Notice tone="danger">{failure}</Notice>;
  if (!read || read.rows.length === 0) return null;
  return (
    <section className="flex flex-col gap-2" aria-label={m.numbers_import_title()}>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <b className="font-medium">{m.numbers_import_title()}</b>
        {read.changed > 0 && <span className="text-ink-2">{m.numbers_import_changed({ count: read.changed })}</span>}
        {read.foreign > 0 && (
          <StatusChip tone="warn" icon={<Globe aria-hidden="true" size={12} />}>
            {m.numbers_import_foreign({ count: read.foreign })}
          </StatusChip>
        )}
      </p>
      <RowsTable label={m.numbers_import_title()} columns={columns()}>
        {read.rows.map((row) => (
          <Row key={row.rowNumber} row={row} />
        ))}
      </RowsTable>
      {read.rows.length === READ_NUMBERS_SHOWN && (
        <p className="text-ink-3 text-xs">{m.numbers_import_more({ shown: numberFormat(read.rows.length) })}</p>
      )}
    </section>
  );
}

const Row = ({ row: { rowNumber, name, typed, number, country } }: { row: ReadNumbersView["rows"][number] }) => (
  <FileRow rowNumber={rowNumber}>
    <td className="px-3 py-2 font-medium [overflow-wrap:anywhere] max-sm:hidden" dir="auto">
      {name}
    </td>
    <td className="px-3 py-2 text-ink-2 tabular-nums [overflow-wrap:anywhere]">{typed}</td>
    <td className="px-3 py-2 tabular-nums">
      <span className="whitespace-nowrap">{maskPhone(number)}</span>
      {country && <span className="block font-medium text-warn-ink">{countryName(country)}</span>}
    </td>
  </FileRow>
);

const columns = () => [
  { title: m.contacts_col_name(), className: "max-sm:hidden" },
  { title: m.numbers_import_typed() },
  { title: m.numbers_import_read() },
];
