import { readFileSync } from "node:fs";
import type { ErrorCode } from "../../../contracts/errors.ts";
import { errorStatuses } from "../on-error.ts";
import type { Specs } from "./reference.ts";
import { refusalsOf } from "./refusals.ts";

/** The refusals that tests got from each operation ("GET /tags/:id"), and an answer of each status. */
export type Seen = {
  refusals: Record<string, ErrorCode[]>;
  examples: Record<string, Record<string, unknown>>;
};

const read = (file: URL) => JSON.parse(readFileSync(file, "utf8"));

/** Reads what `npm run docs:answers` has written from the calls of the tests. */
export const readSeen = (): Seen => ({
  refusals: read(new URL("./seen-refusals.json", import.meta.url)),
  examples: read(new URL("./seen-answers.json", import.meta.url)),
});

const sentences: Partial<Record<number, string>> = {
  400: "The request is refused",
  401: "No user is signed in",
  403: "The user may not, or the bearer has expired",
  404: "There is no such row, or the user may not see it",
  409: "The state of the row does not allow it",
  413: "It is too large",
  429: "Too many calls",
  503: "Try again later",
};

/** Adds the refusals of each operation by status, and the examples of its answers. Changes `specs`. */
export function completeSpecs(
  specs: Specs,
  /** Operations that only signed-in users call. */
  signedIn: ReadonlySet<string>,
  { refusals, examples }: Seen = readSeen(),
): Specs {
  for (const [path, item] of Object.entries(specs.paths)) {
    for (const method of ["get", "post", "put", "delete", "patch"] as const) {
      const operation = item?.[method];
      if (!operation) continue;
      const name = `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`;
      for (const parameter of operation.parameters ?? []) if ("in" in parameter) completeParameter(parameter);
      const responses = operation.responses ?? {};
      operation.responses = responses;
      // A call that other programs make with their own token describes its refusals itself. Every validated input has 400.
      const isComplete = Object.keys(responses).some((status) => status > "400");
      for (const [status, codes] of isComplete ? [] : byStatus(refusalsOf(refusals[name], signedIn.has(name))))
        responses[status] = {
          description: sentences[status] ?? "The request is refused",
          content: { "application/json": { schema: refusalSchema(codes) } },
        };
      // Such a call takes no bearer, or does without one.
      if (!responses["401"]) operation.security = [{}, { bearer: [] }];
      for (const [status, example] of Object.entries(examples[name] ?? {})) {
        const answer = responses[status];
        const content = answer && "content" in answer ? answer.content?.["application/json"] : undefined;
        if (content) content.example = example;
      }
    }
  }
  return specs;
}

type Parameter = {
  in: string;
  description?: string;
  schema?: unknown;
  content?: unknown;
  explode?: boolean;
};
type ParameterSchema = { type?: string; format?: string; default?: unknown };

/** Describes ids of paths, and how lists, objects and defaults of queries are written. Changes `parameter`. */
function completeParameter(parameter: Parameter): void {
  const schema = parameter.schema as ParameterSchema | undefined;
  if (!schema) return;
  if (parameter.in === "path" && !parameter.description) {
    parameter.description = "The id of the row, a UUID";
    schema.format = "uuid";
  }
  if (parameter.in !== "query") return;
  // The text that stands for an absent parameter, as clients write it.
  if (typeof schema.default === "string" && schema.type !== "string") schema.default = JSON.parse(schema.default);
  const isJson = schema.type === "object" || (schema.type === "array" && schema.default !== undefined);
  if (isJson) {
    parameter.content = { "application/json": { schema } };
    delete parameter.schema;
  } else if (schema.type === "array") parameter.explode = false;
}

function byStatus(codes: Set<ErrorCode>): [number, ErrorCode[]][] {
  const found = Map.groupBy(codes, (code) => errorStatuses[code] as number);
  return [...found].sort(([one], [other]) => one - other);
}

const refusalSchema = (codes: readonly ErrorCode[]) => ({
  type: "object" as const,
  required: ["error", "code"],
  properties: {
    error: { type: "string" as const, description: "The code where clients know it, otherwise a sentence for people" },
    code: { type: "string" as const, enum: [...codes] },
    fields: {
      type: "object" as const,
      description: "The reasons by field of the body or query, with ERR_VALIDATION",
      additionalProperties: { type: "array" as const, items: { type: "string" as const } },
    },
    details: { type: "object" as const, additionalProperties: true },
  },
});
