import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { Checkbox } from "../fields/toggles.tsx";
import { type RowTone, toneBar, toneBars, toneGrounds } from "./row-tone.ts";

export type TableColumn<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers align right, so that they can be compared. */
  align?: "left" | "right" | "center";
  /** Names the row: the heading of its card on phones. */
  isTitle?: boolean;
  /** In windows narrower than 1440 px: left out, or with its header on several lines. */
  narrow?: "hidden" | "wrap" | undefined;
};
type TableProps<Row> = {
  label: string;
  columns: TableColumn<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  actions?: (row: Row) => ReactNode;
  actionsHeader?: string;
  selection?: TableSelection<Row>;
  tone?: (row: Row) => RowTone | null;
  /** The row that a form beside the table edits. */
  current?: (row: Row) => boolean;
};
/** Adds a check box before each row, and one above them for all. */
export type TableSelection<Row> = {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
  canSelect: (row: Row) => boolean;
  label: (row: Row) => string;
  allLabel: string;
};

const narrowHeads = { same: "", hidden: "sm:max-[90rem]:hidden", wrap: "sm:max-[90rem]:whitespace-normal" };
const aligns = { left: "text-left", right: "text-right tabular-nums", center: "text-center" };

/** Draws a table; below 600 px each row is a card. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, actions, actionsHeader = "", selection, tone, current } = props;
  return (
    <table
      aria-label={label}
      className="line-ring w-full border-separate border-spacing-0 rounded-lg p-px text-sm max-sm:block max-sm:p-0 max-sm:shadow-none!"
    >
      <thead className="max-sm:sr-only">
        <tr>
          {selection && (
            <th scope="col" className={classNames(headClass(), "w-0 pr-0!")}>
              <SelectAll selection={selection} ids={rows.filter(selection.canSelect).map(rowKey)} />
            </th>
          )}
          {columns.map((column) => (
            <th
              key={column.id}
              scope="col"
              className={classNames(headClass(column.align), narrowHeads[column.narrow ?? "same"])}
            >
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
            data-selected={selection?.ids.has(rowKey(row)) || undefined}
            aria-current={current?.(row) || undefined}
            className={classNames(
              "group max-sm:line-ring relative max-sm:flex max-sm:flex-col max-sm:rounded-lg max-sm:p-3 max-sm:data-selected:bg-hover",
              toneClass(tone?.(row) ?? null),
            )}
          >
            {selection && (
              <td className="h-(--row) w-0 border-line pl-3 align-middle group-not-last:border-b max-sm:absolute max-sm:top-2 max-sm:right-3 max-sm:h-11 max-sm:w-auto max-sm:border-0! max-sm:pl-0">
                {selection.canSelect(row) && <SelectRow selection={selection} row={row} id={rowKey(row)} />}
              </td>
            )}
            {columns.map((column, index) => (
              <td
                key={column.id}
                data-label={column.header}
                className={classNames(
                  "h-(--row) border-line px-3 align-middle group-not-last:border-b",
                  "max-sm:flex max-sm:empty:hidden max-sm:h-auto max-sm:min-h-8 max-sm:items-center max-sm:gap-3 max-sm:border-0! max-sm:px-1 max-sm:text-left",
                  column.isTitle && selection && "max-sm:pr-10",
                  column.isTitle
                    ? "max-sm:order-first max-sm:font-medium max-sm:text-md"
                    : "max-sm:before:w-28 max-sm:before:shrink-0 max-sm:before:text-ink-3 max-sm:before:text-xs max-sm:before:content-[attr(data-label)]",
                  aligns[column.align ?? "left"],
                  column.narrow === "hidden" && narrowHeads.hidden,
                )}
              >
                {index === 0 && <ToneBar tone={tone?.(row) ?? null} />}
                {column.cell(row)}
              </td>
            ))}
            {actions && (
              <td className="h-(--row) border-line px-3 align-middle group-not-last:border-b max-sm:h-auto max-sm:border-0! max-sm:px-0 max-sm:pt-1">
                <div className="flex flex-wrap items-center justify-end gap-1 lg:flex-nowrap">{actions(row)}</div>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SelectRow<Row>({ selection, row, id }: { selection: TableSelection<Row>; row: Row; id: string }) {
  const { ids, onChange, label } = selection;
  return (
    <Checkbox
      label={label(row)}
      hideLabel
      checked={ids.has(id)}
      onChange={(checked) => {
        const next = new Set(ids);
        if (checked) next.add(id);
        else next.delete(id);
        onChange(next);
      }}
    />
  );
}

function SelectAll<Row>({ selection, ids }: { selection: TableSelection<Row>; ids: string[] }) {
  return (
    <Checkbox
      label={selection.allLabel}
      hideLabel
      checked={ids.length > 0 && ids.every((id) => selection.ids.has(id))}
      onChange={(checked) => selection.onChange(new Set(checked ? ids : []))}
    />
  );
}

/** Draws the bar of a row from inside a cell: a child of the row itself would be laid out as another cell. */
const ToneBar = ({ tone }: { tone: RowTone | null }) =>
  tone && <span aria-hidden="true" className={classNames("absolute inset-y-0 left-0", toneBar, toneBars[tone])} />;

const toneClass = (tone: RowTone | null) =>
  tone ? toneGrounds[tone] : "hover:bg-hover data-selected:bg-hover aria-[current=true]:bg-hover max-sm:bg-surface";

function headClass(align: TableColumn<unknown>["align"] = "left") {
  return classNames(
    "sticky top-0 z-sticky whitespace-nowrap border-line border-b bg-sunken px-3 py-2 font-medium text-ink-3 text-xs first:rounded-tl-lg last:rounded-tr-lg",
    aligns[align],
  );
}
