import { type ReactNode, useEffect, useState } from "react";
import { m } from "../../../../i18n/paraglide/messages.js";
import { failureText } from "../../../../session/failure-text.ts";
import { classNames } from "../../../../ui/class-names.ts";

/** Reads rows of an import's check once. `read` is null until they are here, `failure` says why they are not. */
export function useImportRows<Rows>(importId: string, call: (id: string, signal: AbortSignal) => Promise<Rows>) {
  const [read, setRead] = useState<Rows | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    call(importId, stop.signal).then(setRead, (error: unknown) => {
      if (!stop.signal.aborted) setFailure(failureText(error));
    });
    return () => stop.abort();
  }, [importId, call]);
  return { read, failure };
}

type Column = { title: string; className?: string };

/** Shows rows of the file under a head that stays in view: the row's number, then these columns. */
export function RowsTable({ label, columns, children }: { label: string; columns: Column[]; children: ReactNode }) {
  return (
    <div className="line-ring max-h-72 overflow-auto rounded-lg">
      <table aria-label={label} className="w-full text-sm">
        <thead className="sticky top-0 bg-sunken text-left text-ink-3 text-xs">
          <tr>
            <th scope="col" className="px-3 py-2 text-right font-medium">
              {m.contacts_import_col_row()}
            </th>
            {columns.map(({ title, className }) => (
              <th key={title} scope="col" className={classNames("px-3 py-2 font-medium", className)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** One row of the file; `children` are its cells after the row's number. */
export const FileRow = ({ rowNumber, children }: { rowNumber: number; children: ReactNode }) => (
  <tr className="border-line border-t align-top">
    <td className="px-3 py-2 text-right text-ink-3 tabular-nums">{rowNumber}</td>
    {children}
  </tr>
);
