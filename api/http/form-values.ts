import * as v from "valibot";

/** A switch as clients write it: a boolean, or a word. */
export const Switch = v.union([
  v.boolean(),
  v.pipe(
    v.picklist(["t", "f", "true", "false"]),
    v.transform((word) => word.startsWith("t")),
  ),
]);

/** A whole number as clients write it: a number, or its digits. */
export const WholeNumber = v.union([
  v.number(),
  v.pipe(v.string(), v.trim(), v.regex(/^\d{1,9}$/), v.transform(Number)),
]);

/** An optional field that a form may leave empty: null. */
export const orEmpty = <T extends v.GenericSchema>(schema: T) =>
  v.optional(
    v.nullable(
      v.union([
        v.pipe(
          v.literal(""),
          v.transform(() => null),
        ),
        schema,
      ]),
    ),
  );

/** Removes undefined fields: they count as absent. */
export function withoutUndefined(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
