import { errorMessage } from "../../../i18n/error-message.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { ApiError } from "../../../session/api-error.ts";
import type { Refusal } from "../../lists/index.ts";

/**
 * Interprets a refused save: `fields` names the field that a code is about; an invalid form without named fields gets
 * the specification's question `check`. Null: the common interpretation.
 */
export function saveRefusal<Values extends object>(
  error: unknown,
  fields: Partial<Record<string, keyof Values>>,
  check: string,
): Refusal<Values> | null {
  if (!(error instanceof ApiError)) return null;
  const field = fields[error.code];
  if (field !== undefined) {
    const problems: Refusal<Values>["problems"] = {};
    problems[field] = errorMessage(error.code, error.details);
    return { problems, failure: null };
  }
  const isVague = error.code === "ERR_VALIDATION" && Object.keys(error.fields ?? {}).length === 0;
  return isVague ? { problems: {}, failure: check } : null;
}

/** Interprets a refused deletion, in the specification's words. */
export const deleteRefusal = (error: unknown): string | null =>
  error instanceof ApiError ? m.platform_call_failed({ reason: errorMessage(error.code, error.details) }) : null;
