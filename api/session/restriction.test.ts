import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { testNow, testTime } from "../../contracts/testing/clock.ts";
import { schema } from "../../db/index.ts";
import { givenAgent, givenCompany, testDatabase } from "../../db/testing/given.ts";
import { type GivenApp, givenApp, givenPassword, givenSignedIn, json } from "../testing/given-app.ts";

const DAY_MS = 86_400_000;
let given: GivenApp;
beforeAll(async () => {
  given = await givenApp();
});

const due = (companyId: string, days: number) =>
  testDatabase().company(companyId, (tx) =>
    tx
      .update(schema.companies)
      .set({ dueDate: new Date(testTime() + days * DAY_MS) })
      .where(eq(schema.companies.id, companyId)),
  );
const refresh = async (cookie: string) => {
  const answer = await given.app.request("/auth/refresh_token", { method: "POST", headers: { cookie } });
  return { status: answer.status, body: await answer.json() };
};
const expired = { code: "ERR_SUBSCRIPTION_EXPIRED" };

/** Routes that a restricted session reaches, and routes that need no session. All others are refused. */
const reached = [
  /^\w+ \/auth\//,
  /^\w+ \/(invoices|subscription)(\/|$)/,
  /^GET \/(plans\/(list|all|:id)|settings|sign-up|openapi\.json|docs(\/.*)?|health|ready|metrics)$/,
  /^GET \/companies\/(listPlan\/)?:id$/,
  /^POST \/(companies\/cadastro|sign-up\/|forgetpassword\/|resetpasswords\/)/,
  /^\w+ \/webhooks\//,
  // An integrator's token, not a session.
  /^POST \/api\//,
];

describe("after the due date", () => {
  test("every route, with the bearer and with the cookie alone, is refused unless paying needs it", async () => {
    const { companyId, admin } = await givenCompany();
    await due(companyId, -1);
    const client = await givenSignedIn(given, admin);
    const routes = new Set(
      given.app.routes
        .filter(({ method, path }) => method !== "ALL" && !path.includes("*"))
        .map(({ method, path }) => `${method} ${path}`),
    );
    const open: string[] = [];
    for (const route of routes) {
      const [method = "", pattern = ""] = route.split(" ");
      if (pattern === "/auth/logout") continue;
      const path = pattern.replaceAll(/:\w+(\{[^}]*\})?/g, companyId);
      const isReading = method === "GET";
      const withBearer = await client.request(path, { method });
      const answers = [withBearer];
      if (isReading) answers.push(await given.app.request(path, { headers: { cookie: client.cookie } }));
      const texts = await Promise.all(answers.map((answer) => answer.text()));
      if (!texts.every((text) => text.includes(expired.code))) open.push(route);
    }
    expect(routes.size).toBeGreaterThan(120);
    expect(open.filter((route) => !reached.some((pattern) => pattern.test(route)))).toEqual([]);
    expect(open).toEqual(expect.arrayContaining(["GET /auth/me", "GET /settings", "GET /companies/:id"]));
    const refused = [...routes].filter((route) => !open.includes(route));
    expect(refused).toEqual(
      expect.arrayContaining(["GET /tickets", "GET /sync/:collection", "POST /sync/commands", "GET /events"]),
    );
  });

  test("an admin signs in and reads the own company; agents and supervisors are refused with the date", async () => {
    const { companyId, admin, ana } = await givenCompany();
    const supervisor = await givenAgent({ companyId, profile: "supervisor" });
    await due(companyId, -1);
    for (const agent of [ana, supervisor]) {
      const answer = await given.app.request("/auth/login", json("POST", await givenPassword(agent)));
      const details = { dueDate: expect.stringMatching(/Z$/) };
      expect([answer.status, await answer.json()]).toMatchObject([400, { ...expired, details }]);
    }
    const client = await givenSignedIn(given, admin);
    expect((await client.get("/auth/me")).body.company).toMatchObject({ restricted: true });
    expect((await client.get(`/companies/${companyId}`)).status).toBe(200);
    expect((await client.get("/settings")).status).toBe(200);
    expect(await client.get("/tickets")).toMatchObject({ status: 400, body: expired });
  });

  test("running sessions go on until their next bearer, which restricts admins and refuses agents", async () => {
    const { companyId, admin, ana } = await givenCompany();
    const [boss, agent] = [await givenSignedIn(given, admin), await givenSignedIn(given, ana)];
    await due(companyId, -1);
    expect((await boss.get("/tags")).status).toBe(200);
    expect(await refresh(agent.cookie)).toMatchObject({ status: 400, body: expired });
    const { body } = await refresh(boss.cookie);
    expect(body.user.company.restricted).toBe(true);
    const headers = { authorization: `Bearer ${body.token}`, cookie: boss.cookie };
    const answer = await given.app.request("/tags", { headers });
    expect(await answer.json()).toMatchObject(expired);
    // The cookie alone is restricted at once.
    for (const { cookie } of [boss, agent]) {
      const alone = await given.app.request("/tags", { headers: { cookie } });
      expect((await alone.json()).code).toBe(expired.code);
    }
    expect((await given.app.request("/auth/me", { headers: { cookie: boss.cookie } })).status).toBe(200);
    expect((await given.app.request("/auth/me", { headers: { cookie: agent.cookie } })).status).toBe(400);
  });

  test("a payment restores everything at the next bearer, without a new sign-in", async () => {
    const { companyId, admin, ana } = await givenCompany();
    const agent = await givenSignedIn(given, ana);
    await due(companyId, -31);
    const boss = await givenSignedIn(given, admin);
    expect((await refresh(agent.cookie)).status).toBe(400);
    await due(companyId, 30);
    expect((await boss.get("/tags")).body).toMatchObject(expired);
    for (const { cookie } of [boss, agent]) {
      const { status, body } = await refresh(cookie);
      expect([status, body.user.company.restricted]).toMatchObject([200, false]);
      const headers = { authorization: `Bearer ${body.token}` };
      expect((await given.app.request("/tags", { headers })).status).toBe(200);
    }
  });

  test("nobody enters an inactive or deleted company, not even to pay", async () => {
    for (const change of [{ isActive: false }, { deletedAt: testNow() }]) {
      const { companyId, admin } = await givenCompany();
      const client = await givenSignedIn(given, admin);
      await testDatabase().company(companyId, (tx) =>
        tx.update(schema.companies).set(change).where(eq(schema.companies.id, companyId)),
      );
      expect((await client.get("/auth/me")).status).toBe(401);
      expect((await refresh(client.cookie)).status).toBe(401);
      const answer = await given.app.request("/auth/login", json("POST", await givenPassword(admin)));
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: "ERR_COMPANY_INACTIVE" }]);
    }
  });

  test("a super user of the platform's own company is not restricted", async () => {
    const { companyId } = await givenCompany();
    const owner = await givenAgent({ companyId, profile: "admin", isSuper: true });
    await due(companyId, -400);
    const client = await givenSignedIn(given, owner);
    expect((await client.get("/auth/me")).body.company.restricted).toBe(false);
    expect((await client.get("/tags")).status).toBe(200);
  });
});

test("signing in is stored at the company", async () => {
  const { companyId, ana } = await givenCompany();
  const read = async () => {
    const [row] = await testDatabase().company(companyId, (tx) => tx.select().from(schema.companies));
    return row?.lastSignInAt;
  };
  expect(await read()).toBeNull();
  const before = testTime();
  await givenSignedIn(given, ana);
  expect((await read())?.getTime()).toBeGreaterThanOrEqual(before);
});
