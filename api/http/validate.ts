import { validator } from "hono-openapi";
import * as v from "valibot";
import { DomainError } from "../../domain/domain-error.ts";
import type { ErrorCode } from "../../sync/contracts/errors.ts";
import { Id } from "../../sync/contracts/id.ts";
import { ValidationError } from "./on-error.ts";

type Schema = v.GenericSchema | v.GenericSchemaAsync;
type Issue = { readonly message: string; readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] };

/** Parses a body or query, or refuses it with what is wrong in each field. Unknown fields are dropped. */
export function validated<S extends Schema, T extends "json" | "query" | "form">(target: T, schema: S) {
  return validator(target, schema, (result) => {
    if (!result.success) throw new ValidationError(fieldsOf(result.error));
  });
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

/** Ids are opaque texts to clients: one that cannot be ours names nothing. */
export function idOr(code: ErrorCode, text: string | undefined): string {
  const id = v.safeParse(Id, text);
  if (!id.success) throw new DomainError(code);
  return id.output;
}
