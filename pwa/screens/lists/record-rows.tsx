import { useState } from "react";
import { RecordRow } from "./record-row.tsx";
import { RecordSheet } from "./record-sheet.tsx";
import type { Records } from "./records.ts";

type RecordRowsProps<Row> = Records<Row> & { label: string; rows: Row[]; rowKey: (row: Row) => string };

/** Draws a list on phones: rows that open a sheet. A long press, or an action of the sheet, starts a selection. */
export function RecordRows<Row>({ label, rows, rowKey, look, fields, actions, selection }: RecordRowsProps<Row>) {
  const [openKey, setOpenKey] = useState<string | null>(null);
  const open = rows.find((row) => rowKey(row) === openKey);
  const isSelecting = selection !== undefined && selection.ids.size > 0;

  function toggle(row: Row) {
    if (!selection?.canSelect(row)) return;
    const ids = new Set(selection.ids);
    if (!ids.delete(rowKey(row))) ids.add(rowKey(row));
    selection.onChange(ids);
  }
  return (
    <>
      <ul aria-label={label} data-records="">
        {rows.map((row) => {
          const key = rowKey(row);
          return (
            <li key={key}>
              <RecordRow
                look={look(row)}
                selected={isSelecting ? selection.ids.has(key) : undefined}
                onPress={() => (isSelecting ? toggle(row) : setOpenKey(key))}
                onLongPress={selection && !isSelecting ? () => toggle(row) : undefined}
              />
            </li>
          );
        })}
      </ul>
      {open && (
        <RecordSheet
          look={look(open)}
          fields={fields?.(open) ?? []}
          actions={actions(open)}
          onSelectMany={selection?.canSelect(open) ? () => toggle(open) : undefined}
          onClose={() => setOpenKey(null)}
        />
      )}
    </>
  );
}
