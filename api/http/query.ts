import * as v from "valibot";
import { Id } from "../../contracts/id.ts";

/** `?queueIds=["…"]`: clients of this family send lists as JSON. Absent or empty: no filter. */
export const JsonIds = v.pipe(
  v.optional(v.string(), "[]"),
  v.transform((text) => text || "[]"),
  v.parseJson(),
  v.array(Id),
  v.description("A JSON list of ids; '' or absent: no filter"),
);

export const PageNumber = v.optional(
  v.pipe(
    v.string(),
    v.transform(Number),
    v.integer(),
    v.minValue(1),
    v.maxValue(100_000),
    v.description("Counts the pages from 1"),
  ),
  "1",
);

/** 'true' or 'false'; absent: false. */
export const Flag = v.pipe(
  v.optional(v.picklist(["true", "false", ""]), "false"),
  v.transform((text) => text === "true"),
);

/** Clients write '' for "not chosen". */
export const optionalText = v.pipe(
  v.optional(v.string()),
  v.transform((text) => text || undefined),
);

/** An id that a form may leave empty. */
export const IdOrNothing = v.pipe(
  v.optional(v.nullable(v.union([v.literal(""), Id]))),
  v.transform((id) => (id === "" ? null : id)),
);
