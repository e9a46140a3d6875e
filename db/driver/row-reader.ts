import { Column, getTableName, is, noopDecoder, SQL, type SQLWrapper } from "drizzle-orm";

/** A selected field as drizzle lists it: its place in the row's object, and the column or expression. */
export type SelectedField = { path: string[]; field: unknown };
type Decoder = { mapFromDriverValue(value: unknown): unknown };
type Cells = readonly unknown[];
type Read = (cells: Cells) => unknown;
type Part = { key: string; read: Read };

/**
 * Returns a function that makes objects of a query's rows, as drizzle does for each row anew: what depends on the
 * query alone is looked up once. `isRequired` tells of each table whether a join always finds its row; an object of
 * another table is null when its first column is null.
 */
export function rowReader<R>(fields: readonly SelectedField[], isRequired: Record<string, boolean> = {}) {
  const parts = partsOf(fields, isRequired);
  return (rows: readonly Cells[]): R[] => rows.map((cells) => objectOf(parts, cells) as R);
}

function objectOf(parts: readonly Part[], cells: Cells): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const { key, read } of parts) result[key] = read(cells);
  return result;
}

function partsOf(fields: readonly SelectedField[], isRequired: Record<string, boolean>): Part[] {
  const placed = fields.map(({ path: [key = "", inner, ...deeper], field }, index) => {
    if (deeper.length > 0) throw new Error(`a prepared query selects at most two levels: ${key}`);
    return { key, inner, field, index };
  });
  return [...Map.groupBy(placed, ({ key }) => key)].map(([key, own]) => {
    const [first] = own;
    if (own.length === 1 && first && first.inner === undefined)
      return { key, read: cellReader(first.field, first.index) };
    const inside = own.map(({ inner = "", field, index }) => ({ key: inner, read: cellReader(field, index) }));
    const nullable = nullableBy(own, isRequired);
    if (nullable === null) return { key, read: (cells) => objectOf(inside, cells) };
    return { key, read: (cells) => (cells[nullable] === null ? null : objectOf(inside, cells)) };
  });
}

function cellReader(field: unknown, index: number): Read {
  const decoder = decoderOf(field);
  const decode = decoder.mapFromDriverValue;
  if (decode === Column.prototype.mapFromDriverValue || decode === noopDecoder.mapFromDriverValue)
    return (cells) => cells[index];
  return (cells) => {
    const value = cells[index];
    return value === null ? null : decoder.mapFromDriverValue(value);
  };
}

function decoderOf(field: unknown): Decoder {
  if (is(field, Column)) return field;
  const expression = is(field, SQL) ? field : (field as SQLWrapper & { sql: SQL }).sql;
  return (expression as unknown as { decoder: Decoder }).decoder;
}

/** Returns the index of the cell that tells whether a joined row was found; null when it is always found. */
function nullableBy(own: readonly { field: unknown; index: number }[], isRequired: Record<string, boolean>) {
  const columns = own.flatMap(({ field, index }) =>
    is(field, Column) ? [{ table: getTableName(field.table), index }] : [],
  );
  const [first] = columns;
  if (!first || columns.some(({ table }) => table !== first.table) || isRequired[first.table]) return null;
  return first.index;
}
