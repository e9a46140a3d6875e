import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

export type TableColumn<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand right, so that they can be compared. */
  align?: "left" | "right" | "center";
  /** What names the row: the head of its card on phones. */
  isTitle?: boolean;
};
type TableProps<Row> = {
  label: string;
  columns: TableColumn<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  actions?: (row: Row) => ReactNode;
  actionsHeader?: string;
};

const aligns = { left: "text-left", right: "text-right tabular-nums", center: "text-center" };

/** Under 600 px each row is a card. */
export function Table<Row>({ label, columns, rows, rowKey, actions, actionsHeader = "" }: TableProps<Row>) {
  return (
    <table
      aria-label={label}
      className="line-ring w-full border-separate border-spacing-0 rounded-lg p-px text-sm max-sm:block max-sm:p-0 max-sm:shadow-none!"
    >
      <thead className="max-sm:sr-only">
        <tr>
          {columns.map((column) => (
            <th key={column.id} scope="col" className={headClass(column.align)}>
              {column.header}
            </th>
          ))}
          {actions && (
            <th scope="col" className={headClass("right")}>
              <span className={actionsHeader ? undefined : "sr-only"}>{actionsHeader || label}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody className="max-sm:flex max-sm:flex-col max-sm:gap-2">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            className="group max-sm:line-ring hover:bg-hover max-sm:flex max-sm:flex-col max-sm:rounded-lg max-sm:bg-surface max-sm:p-3"
          >
            {columns.map((column) => (
              <td
                key={column.id}
                data-label={column.header}
                className={classNames(
                  "h-(--row) border-line px-3 align-middle group-not-last:border-b",
                  "max-sm:flex max-sm:h-auto max-sm:min-h-8 max-sm:items-center max-sm:gap-3 max-sm:border-0! max-sm:px-1 max-sm:text-left",
                  column.isTitle
                    ? "max-sm:order-first max-sm:font-medium max-sm:text-md"
                    : "max-sm:before:w-28 max-sm:before:shrink-0 max-sm:before:text-ink-3 max-sm:before:text-xs max-sm:before:content-[attr(data-label)]",
                  aligns[column.align ?? "left"],
                )}
              >
                {column.cell(row)}
              </td>
            ))}
            {actions && (
              <td className="h-(--row) border-line px-3 align-middle group-not-last:border-b max-sm:h-auto max-sm:border-0! max-sm:px-0 max-sm:pt-1">
                <div className="flex flex-wrap items-center justify-end gap-1">{actions(row)}</div>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function headClass(align: TableColumn<unknown>["align"] = "left") {
  return classNames(
    "sticky top-0 z-sticky whitespace-nowrap border-line border-b bg-sunken px-3 py-2 font-medium text-ink-3 text-xs first:rounded-tl-lg last:rounded-tr-lg",
    aligns[align],
  );
}
