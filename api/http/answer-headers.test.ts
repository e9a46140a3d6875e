import { Hono } from "hono";
import { beforeAll, expect, test } from "vitest";
import { givenCompany, givenTicket } from "../../db/testing/given.ts";
import { type GivenApp, givenApp, givenSignedIn, json } from "../testing/given-app.ts";
import type { AppEnv } from "./app-env.ts";
import { crossOrigin } from "./cross-origin.ts";
import { bodyLimits } from "./limits.ts";
import { requestLog } from "./request-log.ts";
import { securityHeaders } from "./security-headers.ts";

const SECURE_URL = "https://balcao.example";
let given: GivenApp;
let client: Awaited<ReturnType<typeof givenSignedIn>>;
let company: Awaited<ReturnType<typeof givenCompany>>;

beforeAll(async () => {
  given = await givenApp({ publicUrl: SECURE_URL });
  company = await givenCompany();
  client = await givenSignedIn(given, company.ana);
});

const common = ["X-Content-Type-Options", "Access-Control-Expose-Headers"];
const origin = "https://outra.example";

test("every response has the common headers once: an answer, a refusal, and a stream with a renewed cookie", async () => {
  const [, secret] = client.cookie.split("=");
  const former = { cookie: `balcao_session=${secret}` };
  const answers = [
    await client.request("/tickets", { headers: { origin } }),
    await given.app.request("/tickets", { headers: { origin } }),
    await given.app.request("/events", { headers: { ...former, origin } }),
    await client.request("/sync/tickets?limit=0", { headers: { origin } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 200, 400]);
  for (const { headers } of answers) {
    for (const name of common) expect(headers.get(name), name).toBeTruthy();
    expect([headers.get("Cache-Control"), headers.get("Vary")]).toEqual(["no-store", "Origin"]);
  }
  // A device's sync gets an id only with a refusal.
  expect(answers.map(({ headers }) => headers.has("X-Request-Id"))).toEqual([true, true, false, true]);
  const cookies = answers[2]?.headers.getSetCookie() ?? [];
  expect(cookies.some((cookie) => cookie.startsWith("__Host-balcao_session="))).toBe(true);
  await answers[2]?.body?.cancel();
});

test("an answer to a report of presence is empty and has none of a page's headers", async () => {
  const { ana, queue } = company;
  const ticket = await givenTicket({ companyId: ana.companyId, queueId: queue.id });
  const report = json("POST", { ticketId: ticket.id, state: "viewing" });
  const answer = await client.request("/presence", report);
  expect([answer.status, await answer.text()]).toEqual([204, ""]);
  expect([...answer.headers.keys()].toSorted()).toEqual(["cache-control", "x-content-type-options"]);
  const unknown = json("POST", { ticketId: ana.id, state: "viewing" });
  expect((await client.request("/presence", unknown)).headers.has("X-Request-Id")).toBe(true);
});

test("another origin is allowed on every request if it is configured", async () => {
  const allowed = async (origin: string) =>
    (await client.request("/tickets", { headers: { origin } })).headers.get("Access-Control-Allow-Origin");
  expect(await allowed("https://outra.example")).toBe("https://outra.example");
  expect(await allowed("https://ladrao.example")).toBeNull();
});

test("the middleware leaves the response that a route made: a copy would be sent as a stream", async () => {
  const made = { value: new Response() };
  const app = new Hono<AppEnv>();
  app.use(
    requestLog(given.deps.logger, () => {}),
    securityHeaders({ publicUrl: "", hasSandbox: false }),
    crossOrigin([]),
  );
  app.use(bodyLimits({ trustsProxy: false }));
  app.get("/", (c) => {
    made.value = c.json({ text: "whole" });
    return made.value;
  });
  expect(await app.request("/")).toBe(made.value);
});
