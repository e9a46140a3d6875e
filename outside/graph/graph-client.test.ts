import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import * as v from "valibot";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GraphError, openGraph, openGraphCall } from "./index.ts";

/** The answer of the server to a request; undefined: it sends none. */
type Answer = { status?: number; body: string; location?: string } | undefined;
type Asked = { method?: string; path: string; query: Record<string, string>; type: string; body: string };

let answers: Answer[] = [];
let asked: Asked[] = [];
const server = createServer(async (request: IncomingMessage, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://graph.example");
  asked.push({
    method: request.method,
    path: pathname,
    query: Object.fromEntries(searchParams),
    type: request.headers["content-type"] ?? "",
    body: await text(request),
  });
  const answer = answers.shift();
  if (!answer) return;
  if (answer.location) response.setHeader("location", answer.location);
  response.writeHead(answer.status ?? 200).end(answer.body);
});
const config = { graphUrl: "", appId: "9", appSecret: "segredo do app" };
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  config.graphUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graph`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  [answers, asked] = [[], []];
});

const json = (body: unknown, status?: number): Answer => ({ status, body: JSON.stringify(body) });
const proof = (token: string) => createHmac("sha256", "segredo do app").update(token).digest("hex");
const signed = (token: string) => ({ access_token: token, appsecret_proof: proof(token) });
const failure = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail("the call succeeded"),
    (error) => (error instanceof GraphError ? [error.code, error.subcode] : expect.fail(String(error))),
  );

describe("a call of the Graph API", () => {
  const Person = v.object({ id: v.string() });
  const call = (
    options: Parameters<ReturnType<typeof openGraphCall>["call"]>[4] = {},
    method: "GET" | "POST" = "GET",
  ) => openGraphCall(config).call(method, "me", { a: "1 & 2" }, Person, options);

  test("has its parameters in the address when it reads, and in the body when it writes", async () => {
    answers = [json({ id: "1", more: true }), json({ id: "2" })];
    expect(await call()).toEqual({ id: "1" });
    expect(await call({}, "POST")).toEqual({ id: "2" });
    expect(asked).toMatchObject([
      { method: "GET", path: "/graph/v25.0/me", query: { a: "1 & 2" }, body: "" },
      { method: "POST", path: "/graph/v25.0/me", query: {}, body: "a=1+%26+2" },
    ]);
  });

  test("sends a file with its parameters as a form", async () => {
    answers = [json({ id: "1" })];
    await call({ file: new File(["conteúdo"], "foto.png", { type: "image/png" }) }, "POST");
    expect(asked[0]?.type).toMatch(/^multipart\/form-data/);
    expect(asked[0]?.body).toMatch(/name="a"\r\n\r\n1 & 2\r\n/);
    expect(asked[0]?.body).toMatch(
      /name="filedata"; filename="foto.png"\r\nContent-Type: image\/png\r\n\r\nconteúdo\r\n/,
    );
  });

  test.each<[string, Answer, [number, number | null]]>([
    ["an error with a subcode", json({ error: { code: 190, error_subcode: 463 } }, 400), [190, 463]],
    ["an error without a subcode", json({ error: { code: 4 } }, 400), [4, null]],
    ["an error with status 200", json({ error: { code: 10 } }), [10, null]],
    ["an error without a code", json({ error: { message: "não" } }, 400), [0, null]],
    ["another answer with an error status", json({ id: "1" }, 500), [0, null]],
    ["an answer that is not JSON", { body: "<html>" }, [0, null]],
    ["an empty answer", { body: "" }, [0, null]],
    ["an answer of another shape", json({ id: 1 }), [0, null]],
    ["a redirect", { status: 302, body: "{}", location: "/graph/v25.0/other" }, [0, null]],
  ])("fails on %s", async (_what, answer, codes) => {
    answers = [answer, json({ id: "1" })];
    expect(await failure(call())).toEqual(codes);
    expect(asked).toHaveLength(1);
  });

  test("fails when its caller gives it up, and when there is no answer in time", async () => {
    expect(await failure(call({ broken: AbortSignal.abort() }))).toEqual([0, null]);
    expect(asked).toEqual([]);
    expect(await failure(call({ timeoutMs: 50, broken: new AbortController().signal }))).toEqual([0, null]);
  });
});

describe("connecting a page", () => {
  test("exchanges a code and a token with the app's id and secret", async () => {
    answers = [json({ access_token: "curto" }), json({ access_token: "longo" })];
    expect(await openGraph(config).exchangeCode("c", "https://desk.example/back")).toBe("curto");
    expect(await openGraph(config).extend("curto")).toBe("longo");
    const app = { client_id: "9", client_secret: "segredo do app" };
    expect(asked.map(({ path, query }) => [path, query])).toEqual([
      ["/graph/v25.0/oauth/access_token", { ...app, redirect_uri: "https://desk.example/back", code: "c" }],
      ["/graph/v25.0/oauth/access_token", { ...app, grant_type: "fb_exchange_token", fb_exchange_token: "curto" }],
    ]);
  });

  test("signs every call that has a token", async () => {
    const graph = openGraph(config);
    answers = [
      json({ id: "7" }),
      json({ data: [] }),
      json({ success: true }),
      json({ success: true }),
      json({ id: "p" }),
    ];
    expect(await graph.personOf("t")).toBe("7");
    expect(await graph.pagesOf("t")).toEqual([]);
    await graph.subscribe("p", "t");
    await graph.unsubscribe("p", "t");
    await graph.check("p", "t");
    expect(asked.map(({ method, path }) => `${method} ${path.replace("/graph/v25.0/", "")}`)).toEqual([
      "GET me",
      "GET me/accounts",
      "POST p/subscribed_apps",
      "DELETE p/subscribed_apps",
      "GET p",
    ]);
    for (const { query, body } of asked)
      expect({ ...query, ...Object.fromEntries(new URLSearchParams(body)) }).toMatchObject(signed("t"));
    const fields = new URLSearchParams(asked[2]?.body).get("subscribed_fields")?.split(",");
    expect(fields).toEqual(expect.arrayContaining(["messages", "message_echoes", "message_reads", "message_edits"]));
  });

  test("reads pages until Meta names no next one", async () => {
    const page = (id: string) => ({ id, name: `Página ${id}`, access_token: "t" });
    answers = [
      json({ data: [page("1"), page("2")], paging: { cursors: { after: "B" }, next: "https://graph.example/B" } }),
      json({ data: [{ id: "3", name: "Sem acesso" }], paging: { cursors: { after: "C" } } }),
    ];
    const pages = await openGraph(config).pagesOf("t");
    expect(pages.map(({ id, access_token }) => [id, access_token])).toEqual([
      ["1", "t"],
      ["2", "t"],
      ["3", undefined],
    ]);
    expect(asked.map(({ query }) => query.after)).toEqual([undefined, "B"]);
  });
});
