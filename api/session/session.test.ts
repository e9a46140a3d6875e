import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { testNow, testTime } from "../../contracts/testing/clock.ts";
import { schema } from "../../db/index.ts";
import { givenAgent, givenCompany, testDatabase } from "../../db/testing/given.ts";
import { deriveKeys } from "../config.ts";
import { type GivenApp, givenApp, givenPassword, givenSignedIn, json } from "../testing/given-app.ts";
import { createBearer } from "./bearer-token.ts";

let given: GivenApp;
beforeAll(async () => {
  given = await givenApp();
});

const signIn = (email: string, password: string, address = "10.0.0.1") =>
  given.app.request("/auth/login", {
    ...json("POST", { email, password }),
    headers: { "content-type": "application/json", "x-forwarded-for": address },
  });

async function setting(companyId: string, key: string, value: string) {
  await testDatabase().company(companyId, (tx) => tx.insert(schema.settings).values({ companyId, key, value }));
}

describe("signing in", () => {
  test("returns the token, the user and a cookie that scripts cannot read", async () => {
    const { ana, queue } = await givenCompany();
    const { email, password } = await givenPassword(ana);
    const response = await signIn(email.toUpperCase(), password);
    expect(response.status).toBe(200);
    const answer = await response.json();
    expect(answer.token).toEqual(expect.any(String));
    expect(answer.user).toMatchObject({ id: ana.id, companyId: ana.companyId, profile: "user", super: false });
    expect(answer.user.queues[0]).toMatchObject({ id: queue.id, UserQueue: { queueId: queue.id } });
    expect(JSON.stringify(answer)).not.toContain("argon2");
    expect(response.headers.get("Set-Cookie")).toMatch(/^balcao_session=\S+;.*HttpOnly.*SameSite=Lax/i);
  });

  test("gives a user the same key for unsent work at each sign-in and refresh, and nobody else's", async () => {
    const { ana, bia } = await givenCompany();
    const [{ email, password }, other] = [await givenPassword(ana), await givenPassword(bia)];
    const answers = [await signIn(email, password), await signIn(email, password)];
    const cookie = answers[1]?.headers.get("Set-Cookie")?.split(";")[0] ?? "";
    answers.push(await given.app.request("/auth/refresh_token", { method: "POST", headers: { cookie } }));
    const [first, ...again]: string[] = await Promise.all(
      answers.map(async (answer) => (await answer.json()).unsentKey),
    );
    expect(again).toEqual([first, first]);
    expect(Buffer.from(first ?? "", "base64")).toHaveLength(32);
    expect((await (await signIn(other.email, other.password)).json()).unsentKey).not.toBe(first);
  });

  test("answers the same for a wrong e-mail and a wrong password", async () => {
    const { ana } = await givenCompany();
    const { email } = await givenPassword(ana);
    const wrong = await Promise.all([signIn(email, "x", "10.0.1.1"), signIn(`no-${email}`, "x", "10.0.1.1")]);
    expect(wrong.map((response) => response.status)).toEqual([401, 401]);
    const [first, second] = await Promise.all(wrong.map((response) => response.text()));
    expect(first).toBe(second);
    expect(JSON.parse(first ?? "")).toMatchObject({ code: "ERR_INVALID_CREDENTIALS" });
  });

  test("makes an account wait after ten failures, even with the right password", async () => {
    const { ana } = await givenCompany();
    const { email, password } = await givenPassword(ana);
    for (let failure = 0; failure < 10; failure += 1) {
      expect((await signIn(email, "wrong", `10.1.0.${failure}`)).status).toBe(401);
    }
    const refused = await signIn(email, password, "10.1.1.1");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(60);
    expect(await refused.json()).toMatchObject({ code: "ERR_TOO_MANY_ATTEMPTS" });
  });

  test("makes an address wait after fifty failures; successful sign-ins do not count", async () => {
    const { admin, ana } = await givenCompany();
    const { email, password } = await givenPassword(ana);
    const right = await givenPassword(admin);
    expect((await signIn(right.email, right.password, "10.2.0.1")).status).toBe(200);
    for (let failure = 0; failure < 50; failure += 1) {
      expect((await signIn(`nobody-${failure}-${ana.id}@x.example`, "wrong", "10.2.0.1")).status).toBe(401);
    }
    expect((await signIn(email, password, "10.2.0.1")).status).toBe(429);
    expect((await signIn(email, password, "10.2.0.2")).status).toBe(200);
  });

  test("refuses an inactive company and one past its due date, with the date", async () => {
    const [off, late] = [await givenCompany(), await givenCompany()];
    const dueDate = new Date("2026-01-10T12:00:00Z");
    await testDatabase().company(off.companyId, (tx) => tx.update(schema.companies).set({ isActive: false }));
    await testDatabase().company(late.companyId, (tx) => tx.update(schema.companies).set({ dueDate }));
    const [first, second] = [await givenPassword(off.ana), await givenPassword(late.ana)];
    const inactive = await signIn(first.email, first.password);
    expect([inactive.status, await inactive.json()]).toMatchObject([400, { code: "ERR_COMPANY_INACTIVE" }]);
    const expired = await signIn(second.email, second.password);
    expect(await expired.json()).toMatchObject({
      code: "ERR_SUBSCRIPTION_EXPIRED",
      details: { dueDate: dueDate.toISOString() },
    });
    expect((await signIn(second.email, "wrong")).status).toBe(401);
  });
});

describe("a session", () => {
  test("ends when the user signs in elsewhere, unless the company allows several", async () => {
    const { companyId, ana, bia } = await givenCompany();
    const first = await givenSignedIn(given, ana);
    const second = await givenSignedIn(given, ana);
    expect((await first.get("/auth/me")).status).toBe(401);
    expect((await second.get("/auth/me")).body).toMatchObject({ id: ana.id, super: false });
    await setting(companyId, "singleSession", "disabled");
    const [here, there] = [await givenSignedIn(given, bia), await givenSignedIn(given, bia)];
    expect((await here.get("/auth/me")).status).toBe(200);
    expect((await there.get("/auth/me")).status).toBe(200);
  });

  test("ends at once on sign-out: its cookie and bearer are refused", async () => {
    const { ana } = await givenCompany();
    const client = await givenSignedIn(given, ana);
    const out = await client.request("/auth/logout", { method: "DELETE" });
    expect([out.status, await out.text()]).toEqual([200, ""]);
    expect((await client.get("/tickets")).status).toBe(401);
    const refresh = await given.app.request("/auth/refresh_token", {
      method: "POST",
      headers: { cookie: client.cookie },
    });
    expect([refresh.status, await refresh.json()]).toMatchObject([401, { code: "ERR_SESSION_EXPIRED" }]);
    expect(refresh.headers.get("Set-Cookie")).toMatch(/Max-Age=0/);
  });

  test("answers 403 to an expired, malformed or missing bearer while the cookie is valid, 401 without one", async () => {
    const { companyId, ana } = await givenCompany();
    const { cookie, token } = await givenSignedIn(given, ana);
    const key = deriveKeys([new TextEncoder().encode("a secret for tests")], "bearer");
    const sessionId = JSON.parse(Buffer.from(token.split(".")[0], "base64url").toString()).s;
    const expired = createBearer(key, { companyId, id: sessionId }, new Date(testTime() - 16 * 60_000));
    for (const bearer of [expired, "nonsense", `${token}x`, `${token}.more`, ""]) {
      const authorization = `Bearer ${bearer}`;
      const withCookie = await given.app.request("/tickets", { headers: { cookie, authorization } });
      expect([withCookie.status, await withCookie.json()]).toMatchObject([403, { code: "ERR_TOKEN_EXPIRED" }]);
      const without = await given.app.request("/tickets", { headers: { authorization } });
      expect([without.status, await without.json()]).toMatchObject([401, { code: "ERR_SESSION_EXPIRED" }]);
    }
    const change = await given.app.request("/contacts", { ...json("POST", {}), headers: { cookie } });
    expect(change.status).toBe(403);
    expect((await given.app.request("/auth/me", { headers: { cookie } })).status).toBe(200);
    expect((await given.app.request("/auth/me", { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    expect((await given.app.request("/auth/me")).status).toBe(401);
  });

  test("is refreshed by its cookie alone, also by concurrent requests", async () => {
    const { ana } = await givenCompany();
    const { cookie } = await givenSignedIn(given, ana);
    const refresh = () =>
      given.app.request("/auth/refresh_token", {
        method: "POST",
        headers: { cookie, authorization: "Bearer expired" },
      });
    const answers = await Promise.all(Array.from({ length: 8 }, refresh));
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200));
    const [{ token, user }] = await Promise.all(answers.map((answer) => answer.json()));
    expect(user).toMatchObject({ id: ana.id, company: { id: ana.companyId } });
    const me = await given.app.request("/auth/me", { headers: { authorization: `Bearer ${token}` } });
    expect(me.status).toBe(200);
  });

  test("ends with its company and with its user", async () => {
    const { companyId, ana } = await givenCompany();
    const other = await givenAgent({ companyId, name: "Caio" });
    const [client, leaving] = [await givenSignedIn(given, ana), await givenSignedIn(given, other)];
    await testDatabase().company(companyId, (tx) => tx.delete(schema.users).where(eq(schema.users.id, other.id)));
    expect((await leaving.get("/auth/me")).status).toBe(401);
    await testDatabase().company(companyId, (tx) => tx.update(schema.companies).set({ isActive: false }));
    expect((await client.get("/auth/me")).status).toBe(401);
  });

  test("is stored as a hash only: the table's content signs nobody in", async () => {
    const { companyId, ana } = await givenCompany();
    const { cookie } = await givenSignedIn(given, ana);
    const [row] = await testDatabase().company(companyId, (tx) => tx.select().from(schema.sessions));
    expect(cookie).not.toContain(row?.id);
    const stolen = await given.app.request("/auth/me", { headers: { cookie: `balcao_session=${row?.id}` } });
    expect(stolen.status).toBe(401);
  });
});

test("a bearer whose company is not an id is refused, even when it is signed with our key", async () => {
  const key = deriveKeys(given.deps.config.secrets, "bearer");
  const token = createBearer(key, { companyId: "x", id: "y" }, testNow());
  const answer = await given.app.request("/auth/me", { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(401);
});

test("a company past its due date gets no new bearer, with the same error as at sign-in", async () => {
  const { companyId, ana } = await givenCompany();
  const { cookie } = await givenSignedIn(given, ana);
  const refresh = () => given.app.request("/auth/refresh_token", { method: "POST", headers: { cookie } });
  const due = (dueDate: Date) =>
    testDatabase().company(companyId, (tx) => tx.update(schema.companies).set({ dueDate }));
  await due(new Date(testTime() - 86_400_000));
  const refused = await refresh();
  expect([refused.status, await refused.json()]).toMatchObject([400, { code: "ERR_SUBSCRIPTION_EXPIRED" }]);
  // The session and the device's data survive: after payment the user continues.
  await due(new Date(testTime() + 86_400_000));
  expect((await refresh()).status).toBe(200);
});

test("signing out clears the browser's media cache and no other data", async () => {
  const { ana } = await givenCompany();
  const client = await givenSignedIn(given, ana);
  const answer = await client.request("/auth/logout", { method: "DELETE" });
  expect(answer.headers.get("Clear-Site-Data")).toBe('"cache"');
});
