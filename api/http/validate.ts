import { validator } from "hono-openapi";
import * as v from "valibot";
import { DomainError } from "../../contracts/domain-error.ts";
import type { ErrorCode } from "../../contracts/errors.ts";
import { Id } from "../../contracts/id.ts";
import { MAX_LEVELS, storable } from "../../contracts/storable.ts";
import { ValidationError } from "./on-error.ts";
import { schemaOptions } from "./reference/describe.ts";
import { shownInput } from "./reference/shown-input.ts";

type Schema = v.GenericSchema | v.GenericSchemaAsync;
type Issue = { readonly message: string; readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] };

type Target = "json" | "query" | "form";

/** The schema that each handler made by `validated` expects, for tools that list a route's input. */
export const expectations = new WeakMap<object, { target: Target; schema: Schema }>();

/** Parses a body or query, or refuses it with the issues of each field. Unknown fields are dropped. */
export function validated<S extends Schema, T extends Target>(target: T, schema: S) {
  const refuse = (result: { success: boolean; error?: readonly Issue[] }) => {
    if (!result.success) throw new ValidationError(fieldsOf(result.error ?? []));
  };
  const handler = validator(target, ofStorable(schema), refuse, schemaOptions);
  expectations.set(handler, { target, schema });
  return handler;
}

/** No call has longer lists, more fields or longer texts. Schemas set lower limits where they know them. */
const MAX_ENTRIES = 1_000;
const MAX_FIELDS = 200;
const MAX_CHARACTERS = 65_536;

/** The place of a value in an input, as a chain: most inputs need no text of it. */
type FieldPath = { name: string; outer: FieldPath | null };

const pathOf = (place: FieldPath | null): string => {
  const names: string[] = [];
  for (let at = place; at; at = at.outer) names.unshift(at.name);
  return names.join(".") || "body";
};

/**
 * Throws for the first list, object or text of an input that is larger than any call's, before a schema looks at each
 * entry. Values deeper than `MAX_LEVELS` are not read: `storable` removes them.
 */
function requireBounded(value: unknown, place: FieldPath | null = null, level = 0): void {
  const refuse = (reason: string) => {
    throw new ValidationError({ [pathOf(place)]: [reason] });
  };
  if (typeof value === "string") {
    if (value.length > MAX_CHARACTERS) refuse(`at most ${MAX_CHARACTERS} characters`);
  } else if (level >= MAX_LEVELS) {
    return;
  } else if (Array.isArray(value)) {
    if (value.length > MAX_ENTRIES) refuse(`at most ${MAX_ENTRIES} entries`);
    for (const [at, entry] of value.entries()) requireBounded(entry, { name: String(at), outer: place }, level + 1);
  } else if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    if (entries.length > MAX_FIELDS) refuse(`at most ${MAX_FIELDS} fields`);
    for (const [name, entry] of entries) requireBounded(entry, { name, outer: place }, level + 1);
  }
}

/** Returns the same schema, applied to the input without characters that cannot be stored. */
function ofStorable<S extends Schema>(schema: S): S {
  const standard = schema["~standard"];
  return {
    // The reference reads its parts.
    ...(shownInput(schema) as S),
    "~standard": {
      ...standard,
      validate: (value: unknown) => {
        requireBounded(value);
        return standard.validate(storable(value));
      },
    },
  };
}

export function fieldsOf(issues: readonly Issue[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const issue of issues) {
    const path = (issue.path ?? []).map((part) => String(typeof part === "object" ? part.key : part)).join(".");
    const field = path || "body";
    fields[field] = [...(fields[field] ?? []), issue.message];
  }
  return fields;
}

/**
 * Returns the text when it is a valid id, otherwise throws `code`: ids are opaque to clients, so an invalid one is
 * not found.
 */
export function idOr(code: ErrorCode, text: string | undefined): string {
  const id = v.safeParse(Id, text);
  if (!id.success) throw new DomainError(code);
  return id.output;
}
