import type { ImportView } from "../../../../../contracts/marketing/contact-imports.ts";
import { looksLikePerson, NO_HEADERS } from "../../../../../contracts/marketing/import-head.ts";
import { m } from "../../../../i18n/paraglide/messages.js";
import { Select } from "../../../../ui/fields/select.tsx";
import { Switch } from "../../../../ui/fields/toggles.tsx";
import { Notice } from "../../../../ui/notice.tsx";

type HeaderChoiceProps = {
  view: ImportView;
  headerRow: number;
  onChange: (headerRow: number) => void;
};

/** Lets the user say which row has the headers, or that the file has none. Warns of people who would be left out. */
export function HeaderChoice({ view: { head }, headerRow, onChange }: HeaderChoiceProps) {
  const [first] = head;
  if (!first) return null;
  const leftOut = head.filter(({ rowNumber, cells }) => rowNumber <= headerRow && looksLikePerson(cells));
  const options = head.map(({ rowNumber, cells }) => ({
    value: rowNumber,
    label: String(rowNumber),
    detail: cells.filter((cell) => cell.trim() !== "").join(" · "),
  }));
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label={m.contacts_import_first_person()}
        checked={headerRow === NO_HEADERS}
        onChange={(isPerson) => onChange(isPerson ? NO_HEADERS : first.rowNumber)}
      />
      {headerRow !== NO_HEADERS && (
        <Select label={m.contacts_import_header_row()} options={options} value={headerRow} onChange={onChange} />
      )}
      {headerRow === NO_HEADERS && looksLikePerson(first.cells) && (
        <Notice tone="warn">{m.contacts_import_no_headers()}</Notice>
      )}
      {leftOut.length > 0 && (
        <Notice tone="warn">
          {m.contacts_import_left_out({ rows: leftOut.map(({ rowNumber }) => rowNumber).join(", ") })}
        </Notice>
      )}
    </div>
  );
}
