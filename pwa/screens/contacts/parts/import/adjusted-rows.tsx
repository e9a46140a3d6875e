import { ADJUSTED_SHOWN, type ImportView, type RowNote } from "../../../../../contracts/marketing/contact-imports.ts";
import { numberFormat } from "../../../../i18n/number-format.ts";
import { m } from "../../../../i18n/paraglide/messages.js";
import { Notice } from "../../../../ui/notice.tsx";
import { importCalls } from "./import-calls.ts";
import { FileRow, RowsTable, useImportRows } from "./rows-table.tsx";

/** Lists the first rows that are imported and not as they stand in the file, with what is different. */
export function AdjustedRows({ view }: { view: ImportView }) {
  const { read, failure } = useImportRows(view.id, importCalls.adjustedRows);
  if (failure) return <Notice tone="danger">{failure}</Notice>;
  if (!read || read.count === 0) return null;
  const title = m.contacts_import_adjusted({ count: numberFormat(read.count) });
  return (
    <section className="flex flex-col gap-2" aria-label={title}>
      <b className="font-medium text-sm">{title}</b>
      <RowsTable label={title} columns={columns()}>
        {read.rows.map(({ rowNumber, name, notes }) => (
          <FileRow key={rowNumber} rowNumber={rowNumber}>
            <td className="px-3 py-2 font-medium [overflow-wrap:anywhere]" dir="auto">
              {name}
            </td>
            <td className="px-3 py-2 text-warn-ink [overflow-wrap:anywhere]">
              {notes.map((note) => (
                <span key={note.kind} className="block">
                  {noteText(note)}
                </span>
              ))}
            </td>
          </FileRow>
        ))}
      </RowsTable>
      {read.count > ADJUSTED_SHOWN && (
        <p className="text-ink-3 text-xs">
          {m.contacts_import_adjusted_more({ shown: numberFormat(read.rows.length), count: numberFormat(read.count) })}
        </p>
      )}
    </section>
  );
}

const texts: Record<RowNote["kind"], (of: { text: string }) => string> = {
  nameCut: m.contacts_import_note_name_cut,
  nameShort: m.contacts_import_note_name_short,
  noEmail: m.contacts_import_note_no_email,
  otherEmails: m.contacts_import_note_other_emails,
  otherNumbers: m.contacts_import_note_other_numbers,
};

const noteText = ({ kind, text }: RowNote): string => texts[kind]({ text });

const columns = () => [{ title: m.contacts_col_name() }, { title: m.contacts_import_col_adjusted() }];
