import * as v from "valibot";

const shown = new WeakMap<object, v.GenericSchema>();

/**
 * Returns `schema`, which the reference shows as an object of these entries: a schema that renames fields and parses
 * them afterwards would be shown with the names of `contracts`.
 */
export function shownAs<S extends v.GenericSchema>(entries: v.ObjectEntries, schema: S): S {
  shown.set(schema, v.object(entries));
  return schema;
}

/** Returns the schema that the reference shows for an input. */
export const shownInput = <S extends v.GenericSchema | v.GenericSchemaAsync>(schema: S): S | v.GenericSchema =>
  shown.get(schema) ?? schema;

/** Returns the entries with their names in the interface. An entry without a name there keeps its own; `others` replace. */
export const withNames = (
  entries: v.ObjectEntries,
  names: Readonly<Record<string, string>>,
  others: v.ObjectEntries = {},
): v.ObjectEntries => ({
  ...Object.fromEntries(Object.entries(entries).map(([ours, entry]) => [names[ours] ?? ours, entry])),
  ...others,
});
