import { validator } from "hono-openapi";
import * as v from "valibot";
import { DomainError } from "../../domain/domain-error.ts";
import type { ErrorCode } from "../../sync/contracts/errors.ts";
import { Id } from "../../sync/contracts/id.ts";
import { storable } from "../../sync/contracts/storable.ts";
import { ValidationError } from "./on-error.ts";

type Schema = v.GenericSchema | v.GenericSchemaAsync;
type Issue = { readonly message: string; readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] };

type Target = "json" | "query" | "form";

/** The schema that each handler made by `validated` expects, for tools that list a route's input. */
export const expectations = new WeakMap<object, { target: Target; schema: Schema }>();

/** Parses a body or query, or refuses it with the issues of each field. Unknown fields are dropped. */
export function validated<S extends Schema, T extends Target>(target: T, schema: S) {
  const handler = validator(target, ofStorable(schema), (result) => {
    if (!result.success) throw new ValidationError(fieldsOf(result.error));
  });
  expectations.set(handler, { target, schema });
  return handler;
}

/** Returns the same schema, applied to the input without characters that cannot be stored. */
function ofStorable<S extends Schema>(schema: S): S {
  const standard = schema["~standard"];
  return { ...schema, "~standard": { ...standard, validate: (value: unknown) => standard.validate(storable(value)) } };
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
