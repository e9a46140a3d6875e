import { Hono } from "hono";
import { beforeAll, expect, test } from "vitest";
import { givenCompany } from "../../db/testing/given.ts";
import { type GivenApp, givenApp, givenSignedIn } from "../testing/given-app.ts";
import type { AppEnv } from "./app-env.ts";
import { crossOrigin } from "./cross-origin.ts";
import { bodyLimits } from "./limits.ts";
import { requestLog } from "./request-log.ts";
import { securityHeaders } from "./security-headers.ts";

const SECURE_URL = "https://balcao.example";
let given: GivenApp;
let client: Awaited<ReturnType<typeof givenSignedIn>>;

beforeAll(async () => {
  given = await givenApp({ publicUrl: SECURE_URL });
  client = await givenSignedIn(given, (await givenCompany()).ana);
});

const common = ["X-Request-Id", "X-Content-Type-Options", "Access-Control-Expose-Headers"];
const origin = "https://outra.example";

test("every response has the common headers once: an answer, a refusal, and a stream with a renewed cookie", async () => {
  const [, secret] = client.cookie.split("=");
  const former = { cookie: `balcao_session=${secret}` };
  const answers = [
    await client.request("/tickets", { headers: { origin } }),
    await given.app.request("/tickets", { headers: { origin } }),
    await given.app.request("/events", { headers: { ...former, origin } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 200]);
  for (const { headers } of answers) {
    for (const name of common) expect(headers.get(name), name).toBeTruthy();
    expect([headers.get("Cache-Control"), headers.get("Vary")]).toEqual(["no-store", "Origin"]);
  }
  const cookies = answers[2]?.headers.getSetCookie() ?? [];
  expect(cookies.some((cookie) => cookie.startsWith("__Host-balcao_session="))).toBe(true);
  await answers[2]?.body?.cancel();
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
  app.use(bodyLimits());
  app.get("/", (c) => {
    made.value = c.json({ text: "whole" });
    return made.value;
  });
  expect(await app.request("/")).toBe(made.value);
});
