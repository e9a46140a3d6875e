import * as v from "valibot";
import { Id } from "../../contracts/id.ts";
import { SEARCH_LENGTH, SEARCH_WORDS } from "../../contracts/search-text.ts";

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
/** A page of a list. */
export const PageOf20 = v.pipe(PageNumber, v.description("Pages of 20, counted from 1"));
/** A page of a conversation. */
export const PageFromNewest = v.pipe(PageNumber, v.description("1: the newest messages"));

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

/** A text whose words are searched for. `searched`: the words of which fields, for the reference. */
export const searchFor = (searched: string) =>
  v.pipe(
    optionalText,
    v.description(`${searched}: the first ${SEARCH_WORDS} of the first ${SEARCH_LENGTH} characters`),
  );

/** An id that a form may leave empty. */
export const IdOrNothing = v.pipe(
  v.optional(v.nullable(v.union([v.literal(""), Id]))),
  v.transform((id) => (id === "" ? null : id)),
);
