import { html, raw } from "hono/html";
import type { Specs } from "./reference.ts";

type Responses = NonNullable<NonNullable<NonNullable<Specs["paths"][string]>["get"]>["responses"]>;

type Operation = {
  method: string;
  path: string;
  tag: string;
  summary: string;
  query: { name: string; required: boolean }[];
  body: { media: string; schema: unknown }[];
  answers: { status: string; media: string; schema: unknown; example: unknown }[];
  /** Codes of refusals with their status. */
  refusals: { status: string; codes: readonly string[] }[];
};

/** Renders the API reference as a page without scripts: calls by tag, each with its query and body. */
export function referencePage(specs: Specs) {
  const byTag = Object.groupBy(operationsOf(specs), (operation) => operation.tag);
  const tags = Object.keys(byTag).sort();
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${specs.info.title}: HTTP interface</title>
    <link rel="stylesheet" href="/docs/reference.css" />
  </head>
  <body>
    <header>
      <h1>${specs.info.title}: HTTP interface</h1>
      <p>${specs.info.description}</p>
      <p><a href="/openapi.json">openapi.json</a></p>
      <nav>${tags.map((tag) => html`<a href="#${anchor(tag)}">${tag}</a> `)}</nav>
    </header>
    <main>
      ${tags.map(
        (tag) => html`<section id="${anchor(tag)}"><h2>${tag}</h2>${(byTag[tag] ?? []).map(operationHtml)}</section>`,
      )}
    </main>
  </body>
</html>`;
}

function operationHtml({ method, path, summary, query, body, answers, refusals }: Operation) {
  return html`<article>
    <h3><span class="method">${method}</span> <code>${path}</code></h3>
    <p>${summary}</p>
    ${query.length > 0 ? html`<p>Query: ${query.map(({ name }) => html`<code>${name}</code> `)}</p>` : raw("")}
    ${body.map(
      ({ media, schema }) =>
        html`<details><summary>Body: ${media}</summary><pre>${JSON.stringify(schema, null, 2)}</pre></details>`,
    )}
    ${answers.map(
      ({ status, media, schema, example }) =>
        html`<details><summary>Answer ${status}${media && `: ${media}`}</summary>
          ${example === undefined ? raw("") : html`<pre>${JSON.stringify(example, null, 2)}</pre>`}
          ${schema === undefined ? raw("") : html`<pre>${JSON.stringify(schema, null, 2)}</pre>`}
        </details>`,
    )}
    ${refusals.length > 0 ? html`<p>Refusals: ${refusals.map(({ status, codes }) => html`${status} <code>${codes.join(" ")}</code> `)}</p>` : raw("")}
  </article>`;
}

function operationsOf(specs: Specs): Operation[] {
  return Object.entries(specs.paths).flatMap(([path, item]) =>
    (["get", "post", "put", "delete"] as const).flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const parameters = (operation.parameters ?? []).filter((parameter) => "name" in parameter);
      const content = operation.requestBody && "content" in operation.requestBody ? operation.requestBody.content : {};
      return {
        method: method.toUpperCase(),
        path,
        tag: operation.tags?.[0] ?? "other",
        summary: operation.summary ?? "",
        query: parameters
          .filter((parameter) => parameter.in === "query")
          .map(({ name, required = false }) => ({ name, required })),
        body: Object.entries(content).map(([media, { schema }]) => ({ media, schema })),
        ...answersOf(operation.responses ?? {}),
      };
    }),
  );
}

/** Separates the refusals of an operation, which every refused request answers in one shape, from its other answers. */
function answersOf(responses: Responses): Pick<Operation, "answers" | "refusals"> {
  const answers: Operation["answers"] = [];
  const refusals: Operation["refusals"] = [];
  for (const [status, response] of Object.entries(responses)) {
    const content = "content" in response ? (response.content ?? {}) : {};
    const code = Number(status) >= 400 ? codesOf(content["application/json"]?.schema) : null;
    if (code) refusals.push({ status, codes: code });
    else if (Object.keys(content).length === 0)
      answers.push({ status, media: "", schema: undefined, example: undefined });
    for (const [media, { schema, example }] of code ? [] : Object.entries(content))
      answers.push({ status, media, schema, example });
  }
  return { answers, refusals };
}

/** Returns the codes of a refusal's schema (`completeSpecs`). */
function codesOf(schema: unknown): readonly string[] | null {
  const { properties } = (schema ?? {}) as { properties?: { code?: { enum?: string[] } } };
  return properties?.code?.enum ?? null;
}

const anchor = (tag: string) => tag.replaceAll(" ", "-");

export const referenceCss = `
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem }
nav a { margin-right: .75rem }
article { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: .5rem 0 }
h3 { font-size: 1rem; margin: .5rem 0 }
.method { display: inline-block; font-family: ui-monospace, monospace; min-width: 4.5rem }
code, pre { font-family: ui-monospace, monospace; font-size: .875rem }
pre { overflow: auto; padding: .75rem; background: color-mix(in srgb, currentColor 6%, transparent) }
`;
