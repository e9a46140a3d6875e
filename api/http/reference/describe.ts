import { describeRoute, resolver } from "hono-openapi";
import type * as v from "valibot";

/** A body that is not JSON. */
export type Bytes = { media: string };

/** Returns the body of a status that is no JSON: a file, a page or a stream of events. */
export const bytes = (media: string): Bytes => ({ media });

/** OpenAPI 3.1 has the JSON schemas of this draft. */
export const schemaOptions = { options: { target: "draft-2020-12" } } as const;

type Body = v.GenericSchema | Bytes | null;
type Status = 200 | 201 | 202 | 204 | 206 | 302 | 304;

/** The bodies of an operation's successful answers by status; null: no body. */
export type Answers = Partial<Record<Status, Body>>;

/** The answers that each handler made by `describe` declares, for tests. */
export const declaredAnswers = new WeakMap<object, Answers>();

const meanings: Record<Status, string> = {
  200: "OK",
  201: "Created",
  202: "Accepted: the work goes on afterwards",
  204: "Done, without a body",
  206: "A part of the file",
  302: "The address of the next page",
  304: "Not changed since the request's `If-None-Match`",
};

function contentOf(body: Body) {
  if (body === null) return {};
  if (!("media" in body)) return { content: { "application/json": { schema: resolver(body, schemaOptions) } } };
  const isText = body.media.startsWith("text/");
  return { content: { [body.media]: { schema: { type: "string" as const, ...(!isText && { format: "binary" }) } } } };
}

/** Describes a route for `/openapi.json` and `/docs`: one line, and the bodies of its successful answers. */
export function describe(tag: string, summary: string, answers: Answers = {}) {
  const responses = Object.fromEntries(
    Object.entries(answers).map(([status, body]) => [
      status,
      { description: meanings[Number(status) as Status], ...contentOf(body) },
    ]),
  );
  const handler = describeRoute({ tags: [tag], summary, responses });
  declaredAnswers.set(handler, answers);
  return handler;
}

/** A parameter that the route parses itself, for `describeRoute`. `values`: those that it accepts. */
export function textParameter(place: "path" | "query", name: string, description: string, values?: string[]) {
  const schema = { type: "string" as const, ...(values && { enum: values }) };
  return { in: place, name, description, required: true, schema };
}
