import fc from "fast-check";
import { findTargetHandler } from "hono/utils/handler";
import { type Mutation, mutate, mutation, nastyTexts } from "../../db/testing/nasty.ts";
import { expectations } from "../http/validate.ts";
import type { GivenApp } from "./given-app.ts";
import { validInput } from "./valid-input.ts";

/** A call to make. */
export type Call = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | null;
};

type Route = { method: string; path: string; body: Arbitrary | null; query: Arbitrary | null };
type Arbitrary = fc.Arbitrary<unknown>;

/** Skipped: signing out would end the session (tested elsewhere), and the stream never ends. */
const left = new Set(["/auth/logout", "/events"]);

/** Lists every route of the app with its expected input. */
export function routesOf({ app }: Pick<GivenApp, "app">, ids: readonly string[]): Route[] {
  const routes = new Map<string, Route>();
  for (const { method, path, handler } of app.routes) {
    if (method === "ALL" || path.includes("*") || left.has(path)) continue;
    const route = routes.get(`${method} ${path}`) ?? { method, path, body: null, query: null };
    const expected = expectations.get(findTargetHandler(handler));
    if (expected) route[expected.target === "query" ? "query" : "body"] = validInput(expected.schema, ids);
    routes.set(`${method} ${path}`, route);
  }
  return [...routes.values()];
}

const nastyText = fc.oneof(fc.constantFrom(...nastyTexts), fc.string({ unit: "binary", maxLength: 8 }));

const strangeHeaders: fc.Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>[]>(
  { "content-type": "text/plain" },
  { "content-type": "" },
  { "content-type": "application/json; charset=utf-16" },
  { "content-type": "application/x-www-form-urlencoded" },
  { "content-type": "multipart/form-data" },
  { "content-type": "multipart/form-data; boundary=x" },
  { "content-length": "-1" },
  { "content-encoding": "gzip" },
  { "transfer-encoding": "chunked" },
  { range: "bytes=18446744073709551616-" },
  { range: "bytes=-0" },
  { "if-none-match": "*" },
  { accept: "text/html" },
  { origin: "null" },
  { cookie: "balcao_session=%00; balcao_session=x" },
  { cookie: `balcao_session=${"x".repeat(4000)}` },
  { authorization: "Bearer" },
  { authorization: "Bearer a.b" },
  { authorization: "Basic OjpAOg==" },
  { "x-forwarded-for": "%00, ::1, '" },
  { "x-forwarded-host": "a b" },
  { "x-forwarded-proto": "javascript" },
  { host: "a b" },
);

type Parts = {
  route: Route;
  ids: unknown[];
  query: unknown;
  body: unknown;
  mutations: Mutation[];
  at: "body" | "query" | "path" | "text" | "headers" | "form";
  cut: number;
  headers: Record<string, string>;
  address: string;
};

/** Generates a valid call of one of the routes with one to three errors in its body, query, path or headers. */
export function fuzzedCall(routes: readonly Route[], ids: readonly string[]): fc.Arbitrary<Call> {
  const id = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: nastyText });
  const anyBody = fc.oneof(...routes.flatMap(({ body }) => body ?? []), fc.jsonValue());
  const weighted = routes.map((route) => ({ weight: weightOf(route), arbitrary: fc.constant(route) }));
  return fc
    .oneof(...weighted)
    .chain((route) =>
      fc.record({
        route: fc.constant(route),
        ids: fc.array(id, { minLength: 4, maxLength: 4 }),
        query: route.query ?? fc.constant({}),
        body: route.body ?? anyBody,
        mutations: fc.array(mutation(fc.oneof({ weight: 3, arbitrary: nastyOrId(ids) })), {
          minLength: 1,
          maxLength: 3,
        }),
        at: fc.constantFrom(...placesOf(route)),
        cut: fc.nat(500),
        headers: strangeHeaders,
        address: fc.ipV6(),
      }),
    )
    .map(toCall);
}

/** Each password check costs as much as fifty other calls. */
const slow = new Set(["/auth/login", "/auth/reset"]);

function weightOf({ path, body, query }: Route): number {
  if (slow.has(path)) return 1;
  if (body) return 12;
  if (query) return 6;
  return path.includes(":") ? 3 : 1;
}

/** Returns the parts of the call that can be wrong, weighted by repetition. */
function placesOf({ method, body, query, path }: Route): Parts["at"][] {
  const hasBody = method !== "GET" && method !== "HEAD";
  return [
    ...(body ? (["body", "body", "body", "body", "body", "body"] as const) : []),
    ...(hasBody ? (["body", "text", "form"] as const) : []),
    ...(query ? (["query", "query", "query", "query"] as const) : (["query"] as const)),
    ...(path.includes(":") ? (["path"] as const) : []),
    "headers",
  ];
}

const nastyOrId = (ids: readonly string[]): Arbitrary =>
  fc.oneof(
    { weight: 9, arbitrary: mutation().map(({ value }) => value) },
    { weight: 1, arbitrary: fc.constantFrom(...ids) },
  );

function toCall({ route, at, mutations, cut, ...parts }: Parts): Call {
  const at0 = (place: Parts["at"], value: unknown) => (at === place ? mutate(value, mutations) : value);
  let turn = 0;
  // Fills the path's parameters with ids; an error in the path is added below.
  const path = route.path.replaceAll(/:\w+/g, () => encodeURIComponent(wellFormed(parts.ids[turn++ % 4])));
  const query = new URLSearchParams(texts(at0("query", parts.query))).toString();
  const hasBody = route.method !== "GET" && route.method !== "HEAD";
  const text = JSON.stringify(at0("body", parts.body)) ?? "";
  const broken = at === "text" ? `${text.slice(0, cut % (text.length + 1))}${cut % 3 ? "" : "\u0000}"}` : text;
  const form = at === "form" && hasBody ? formOf(mutate(parts.body, mutations), cut) : null;
  return {
    method: route.method,
    path: `${at === "path" ? `/${path}//?` : path}${query && at !== "path" ? `?${query}` : query}`,
    headers: {
      ...(hasBody && { "content-type": form ? form.type : "application/json" }),
      "x-forwarded-for": parts.address,
      ...(at === "headers" && parts.headers),
    },
    body: hasBody ? (form?.bytes ?? broken) : null,
  };
}

const wellFormed = (value: unknown) => String(value).toWellFormed();

function texts(query: unknown): Record<string, string> {
  if (typeof query !== "object" || query === null) return { [wellFormed(query).slice(0, 200)]: "" };
  const shown = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? "undefined"));
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, shown(value).slice(0, 9_000)]));
}

/** Encodes the fields as a multipart form with files, sometimes truncated. */
function formOf(fields: unknown, cut: number) {
  const part = (head: string, value: string) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
  const text = [
    ...Object.entries(texts(fields)).map(([name, value]) => part(`name="${name}"`, value)),
    part('name="medias"; filename="a\u0000.png"', "\u0089PNG\r\n\u001a\n"),
    part('name="file"; filename="../x.xlsx"', "PK\u0003\u0004"),
    "--x--\r\n",
  ].join("");
  const bytes = new TextEncoder().encode(text);
  return { type: "multipart/form-data; boundary=x", bytes: cut % 2 ? bytes.slice(0, cut % bytes.length) : bytes };
}
