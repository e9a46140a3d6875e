import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readEvents } from "../../contracts/event-data.ts";
import { aiPurposes } from "../../contracts/office/ai-purposes.ts";
import type { AiEvent } from "../../contracts/office/ai-text.ts";
import { collections } from "../../contracts/sync.ts";
import { givenCompany } from "../../db/testing/given.ts";
import { enableAi, type GivenAi, givenAi } from "../testing/given-ai.ts";
import { type Client, type GivenApp, givenApp, givenSignedIn, json } from "../testing/given-app.ts";
import { rowsOf } from "../testing/given-victim.ts";

let ai: GivenAi;
let given: GivenApp;
let company: Awaited<ReturnType<typeof givenCompany>>;
let ana: Client;
let admin: Client;
const lines: string[] = [];
beforeAll(async () => {
  ai = await givenAi();
  const logger = pino({ level: "trace" }, { write: (line: string) => lines.push(line) });
  given = await givenApp({ ai: ai.config }, logger);
  company = await givenCompany();
  await enableAi(company.companyId, aiPurposes);
  [ana, admin] = [await givenSignedIn(given, company.ana), await givenSignedIn(given, company.admin)];
});
afterAll(() => ai.stop());

const PROMPT = "pedido-marcado sobre o vaso azul";
const ask = (text = PROMPT) =>
  ana.request("/ai/answers", json("POST", { purpose: "chat", language: "pt", messages: [{ role: "user", text }] }));

async function eventsOf(response: Response): Promise<AiEvent[]> {
  const events = readEvents();
  const text = await response.text();
  return [...events.push(text), ...events.end()].map((data) => JSON.parse(data));
}

test("POST /openai answers exactly 200 with the whole answer", async () => {
  const { status, body } = await ana.send("POST", "/openai", { prompt: PROMPT });
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(["answer"]);
  expect(body.answer).toContain("vaso azul");
});

test("POST /ai/answers streams parts that no proxy holds back, then the end", async () => {
  const response = await ask();
  const header = (name: string) => response.headers.get(name);
  expect([header("content-type"), header("x-accel-buffering"), header("cache-control")]).toEqual([
    "text/event-stream; charset=utf-8",
    "no",
    "no-store, no-transform",
  ]);
  const events = await eventsOf(response);
  expect(events.length).toBeGreaterThan(10);
  expect(events.at(-1)).toEqual({ end: "complete" });
});

test("a failure of the server is the last event of a stream, and the status of a whole answer", async () => {
  await ai.behave({ delayMs: 0, breakAfter: 2 });
  expect((await eventsOf(await ask())).at(-1)).toEqual({
    error: "ERR_AI_UNREACHABLE",
    details: { reason: "broken off" },
  });
  await ai.behave({ delayMs: 0, status: 401 });
  expect(await eventsOf(await ask())).toEqual([{ error: "ERR_AI_KEY", details: {} }]);
  expect(await ana.send("POST", "/openai", { prompt: PROMPT })).toMatchObject({
    status: 502,
    body: { code: "ERR_AI_KEY" },
  });
  await ai.behave({ delayMs: 0 });
});

test("a browser that leaves ends the request at the AI server, streamed or whole", async () => {
  const server = serve({ fetch: given.app.fetch, port: 0, hostname: "127.0.0.1" }) as Server;
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await ai.behave({ delayMs: 0, silentAfter: 1 });
  const { aborted } = await ai.seen();
  const { headers } = ana;
  const calls = [
    ["/ai/answers", { purpose: "chat", language: "pt", messages: [{ role: "user", text: PROMPT }] }],
    ["/openai", { prompt: PROMPT }],
  ] as const;
  for (const [place, [path, body]] of calls.entries()) {
    const before = (await ai.seen()).requests.length;
    const stop = new AbortController();
    const init = json("POST", body);
    const call = fetch(origin + path, { ...init, headers: { ...headers, ...init.headers }, signal: stop.signal }).then(
      (response) => response.text(),
    );
    const ended = call.catch((error: Error) => error.name);
    await expect.poll(async () => (await ai.seen()).requests.length).toBe(before + 1);
    stop.abort();
    expect(await ended).toBe("AbortError");
    await expect.poll(async () => (await ai.seen()).aborted).toBe(aborted + place + 1);
  }
  await ai.behave({ delayMs: 0 });
  server.closeAllConnections();
  server.close();
});

test("a user over the limit gets 429 with the seconds to wait", async () => {
  const limited = await givenApp({ ai: { ...ai.config, perMinute: 1 } });
  const bia = await givenSignedIn(limited, company.bia);
  const call = () => bia.request("/openai", json("POST", { prompt: PROMPT }));
  expect((await call()).status).toBe(200);
  const refused = await call();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  expect(await refused.json()).toMatchObject({ code: "ERR_AI_LIMIT" });
});

test("a company's key is in no row, answer, replicated document or log, and a prompt in no row or log", async () => {
  const key = "chave-marcada-da-olaria";
  const stranger = await givenSignedIn(given, (await givenCompany()).admin);
  const saved = await admin.send("PUT", "/ai/server", { url: `${ai.origin}/ai/v1`, model: "outro", key });
  expect(saved).toMatchObject({ status: 200, body: { own: { hasKey: true } } });
  // The stand-in refuses this key, so it was sent there.
  expect(await admin.send("POST", "/ai/server/test")).toMatchObject({ status: 502, body: { code: "ERR_AI_KEY" } });
  expect((await eventsOf(await ask())).at(-1)).toMatchObject({ error: "ERR_AI_KEY" });
  const told = [];
  for (const client of [ana, admin, stranger]) {
    for (const path of ["/ai", "/ai/server", "/settings", ...collections.map((name) => `/sync/${name}?limit=1000`)])
      told.push(await client.get(path));
  }
  expect(JSON.stringify(told)).toContain("aiText");
  expect(JSON.stringify(told)).not.toContain(key);
  expect((await stranger.get("/ai/server")).body.own).toBeNull();
  expect(JSON.stringify(await stranger.get("/ai"))).not.toContain("outro");
  const rows = JSON.stringify(await rowsOf(company.companyId));
  expect(rows).toContain("outro");
  const hidden = [
    key,
    Buffer.from(key).toString("hex"),
    Buffer.from(key).toString("base64"),
    "pedido-marcado",
    ai.platform.key,
  ];
  for (const text of hidden) expect([rows.includes(text), lines.join("").includes(text)]).toEqual([false, false]);
  expect(lines.join("")).toContain('"event":"ai_request_failed"');
  expect((await admin.send("DELETE", "/ai/server")).body.own).toBeNull();
});
