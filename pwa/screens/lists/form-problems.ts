import * as v from "valibot";
import { NOT_AN_EMAIL } from "../../../contracts/emails.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { ApiError } from "../../session/api-error.ts";
import { failureText } from "../../session/failure-text.ts";

/** One sentence for each invalid field. */
export type Problems<Values> = { [Field in keyof Values]?: string };

type Issue = v.BaseIssue<unknown>;
type Words<Values> = { [Field in keyof Values]?: Partial<Record<string, () => string>> };

const common: Record<string, () => string> = {
  min_length: m.lists_too_short,
  max_length: m.lists_too_long,
  email: m.lists_email_invalid,
};

/**
 * Validates a form with the contract that the server uses. `words` has a screen's own sentences by field and by
 * valibot's name of the rule: `{ name: { min_length: m.tags_name_short } }`; `required` applies to an empty field.
 */
export function checkBy<Values extends object>(schema: v.GenericSchema, words: Words<NoInfer<Values>> = {}) {
  return (values: Values): Problems<Values> => {
    const problems: Problems<Values> = {};
    for (const issue of v.safeParse(schema, values).issues ?? []) {
      const field = fieldOf(issue) as keyof Values | undefined;
      if (field === undefined || problems[field]) continue;
      const rule = isEmpty(values[field]) ? "required" : issue.message === NOT_AN_EMAIL ? "email" : issue.type;
      problems[field] = (words[field]?.[rule] ?? (rule === "required" ? m.lists_required : common[rule]))?.();
      problems[field] ??= m.lists_field_wrong();
    }
    return problems;
  };
}

const fieldOf = (issue: Issue) => issue.path?.[0]?.key;
const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

export type Refusal<Values> = { problems: Problems<Values>; failure: string | null };

/**
 * Returns why the server refused a form: by field where it names fields of the form, otherwise in one sentence.
 * Rethrows any other error.
 */
export function refusalOf<Values extends object>(error: unknown, values: Values): Refusal<Values> {
  if (!(error instanceof ApiError)) return { problems: {}, failure: failureText(error) };
  const problems: Problems<Values> = {};
  const words = error.code === "ERR_VALIDATION" ? m.lists_field_refused() : errorMessage(error.code, error.details);
  for (const name of namedFields(error)) {
    const field = name.split(".")[0] as keyof Values;
    if (field in values) problems[field] = words;
  }
  return { problems, failure: Object.keys(problems).length > 0 ? null : failureText(error) };
}

/**
 * Returns the names of the invalid fields: a schema's refusal has `fields`, a domain verb's may have them in its
 * details.
 */
function namedFields(error: ApiError): string[] {
  const { fields } = error.details;
  return Object.keys({ ...(typeof fields === "object" ? fields : null), ...error.fields });
}
