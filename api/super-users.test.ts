import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { schema } from "../db/index.ts";
import { givenAgent, givenCompany, testDatabase } from "../db/testing/given.ts";
import { givenPlan } from "../db/testing/given-plan.ts";
import { superOnly } from "./session/index.ts";
import { type ContractNames, contractRows } from "./testing/contract-rows.ts";
import { type Client, type GivenApp, givenApp, givenSignedIn } from "./testing/given-app.ts";
import { givenContractDesk } from "./testing/given-contract-desk.ts";
import { rowsOf } from "./testing/given-victim.ts";

let given: GivenApp;
let company: Awaited<ReturnType<typeof givenCompany>>;
let names: ContractNames;
let clients: Record<"admin" | "supervisor" | "user", Client>;
beforeAll(async () => {
  given = await givenApp();
  company = await givenCompany();
  names = await givenContractDesk(company);
  const supervisor = await givenAgent({ companyId: company.companyId, profile: "supervisor" });
  clients = {
    admin: await givenSignedIn(given, company.admin),
    supervisor: await givenSignedIn(given, supervisor),
    user: await givenSignedIn(given, company.ana),
  };
});

const filled = (text: string): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => (names as Record<string, string>)[name] ?? "");

/** Everyone may read the own plan and active announcements; super users read more there. */
const readByAll = /^GET \/(companies\/(listPlan\/)?\{|announcements|plans\/(all|\d|\{))/;
/** Every call of super users, once with its accepted and once with a refused body. */
const ofSupers = contractRows.filter(({ by, call }) => by === "super" && !readByAll.test(call));
const calls = ofSupers.map((row) => [[row.call, row.as].filter(Boolean).join(", "), row] as const);

test("the calls of super users are many", () => {
  expect(new Set(ofSupers.map(({ call }) => call.replaceAll(/\{\w+\}/g, ":id"))).size).toBeGreaterThanOrEqual(17);
});

test.each(calls)("%s: refused to everyone who is not super, before the body is read", async (_title, row) => {
  const [method = "", path = ""] = filled(row.call).split(" ");
  const query = new URLSearchParams(Object.entries(row.query ?? {}).map(([name, text]) => [name, filled(text)]));
  const body = row.body === undefined ? undefined : JSON.parse(filled(JSON.stringify(row.body)));
  const before = await rowsOf(names.otherCompanyId);
  for (const client of Object.values(clients)) {
    const answer = await client.send(method, `${path}?${query}`, body);
    expect([answer.status, answer.body]).toMatchObject([403, { code: "ERR_NO_PERMISSION" }]);
  }
  expect(await rowsOf(names.otherCompanyId)).toEqual(before);
});

test("every route of these calls refuses others before its handler", () => {
  const routesOf = ({ call }: (typeof ofSupers)[number]) => {
    const [method, path = ""] = call.split(" ");
    const ofMethod = given.app.routes.filter((route) => route.method === method && !route.path.includes("*"));
    const exact = ofMethod.filter((route) => route.path === path);
    const pattern = (text: string) => new RegExp(`^${text.replaceAll(/:\w+/g, "[^/]+")}$`);
    return exact.length > 0 ? exact : ofMethod.filter((route) => pattern(route.path).test(path));
  };
  const open = ofSupers.filter((row) => !routesOf(row).some(({ handler }) => handler === superOnly));
  expect(open.map(({ call }) => call)).toEqual([]);
});

test("without a session a call of super users is refused, and the public plans are not", async () => {
  const asked = async (path: string) => (await given.app.request(path)).status;
  expect(await asked("/companies/list")).toBe(401);
  expect(await asked("/plans/list")).toBe(200);
});

test("GET /plans/all answers the public plans to everybody but super users, with a session, without and with a dead one", async () => {
  const hidden = await givenPlan({ isPublic: false });
  const listed: { id: string }[] = await (await given.app.request("/plans/list")).json();
  expect(listed.length).toBeGreaterThan(0);
  // Tests of the other process create plans meanwhile.
  const ids = new Set(listed.map(({ id }) => id));
  const known = (plans: { id: string }[]) => plans.filter(({ id }) => ids.has(id));
  expect(known(await (await given.app.request("/plans/all")).json())).toEqual(listed);
  const dead = { headers: { authorization: "Bearer dead", cookie: "balcao_session=dead" } };
  expect(known(await (await given.app.request("/plans/all", dead)).json())).toEqual(listed);
  for (const client of Object.values(clients)) {
    const { body } = await client.get("/plans/all");
    expect(known(body)).toEqual(listed);
    expect(body).not.toContainEqual(expect.objectContaining({ id: hidden.id }));
  }
  expect(listed).not.toContainEqual(expect.objectContaining({ id: hidden.id }));
});

test("GET /plans/{id} answers an admin's own plan and the public ones, and no other; an agent is refused", async () => {
  const [shown, hidden, own] = [
    await givenPlan(),
    await givenPlan({ isPublic: false }),
    await givenPlan({ isPublic: false }),
  ];
  const { companyId, admin, ana } = await givenCompany();
  await testDatabase().company(companyId, (db) =>
    db.update(schema.companies).set({ planId: own.id }).where(eq(schema.companies.id, companyId)),
  );
  const client = await givenSignedIn(given, admin);
  expect((await client.get(`/plans/${own.id}`)).body).toMatchObject({ id: own.id, name: own.name, users: own.users });
  expect((await client.get(`/plans/${shown.id}`)).status).toBe(200);
  expect((await client.get(`/plans/${hidden.id}`)).status).toBe(404);
  expect((await client.get(`/plans/${randomUUID()}`)).status).toBe(404);
  expect((await (await givenSignedIn(given, ana)).get(`/plans/${own.id}`)).status).toBe(403);
});

test("GET /companies/{id} answers any company to a super user, without its conversations' data", async () => {
  const { companyId } = await givenCompany();
  const owner = await givenSignedIn(
    given,
    await givenAgent({ companyId: company.companyId, profile: "admin", isSuper: true }),
  );
  expect((await owner.get(`/companies/${companyId}`)).body).toMatchObject({ id: companyId, status: true });
  expect((await owner.get(`/companies/${randomUUID()}`)).status).toBe(404);
  for (const client of Object.values(clients)) expect((await client.get(`/companies/${companyId}`)).status).toBe(404);
});

test("the public plans do not contain the others", async () => {
  const [shown, hidden] = [await givenPlan(), await givenPlan({ isPublic: false })];
  const listed = await (await given.app.request("/plans/list")).json();
  const ids = listed.map(({ id }: { id: string }) => id);
  expect([ids.includes(shown.id), ids.includes(hidden.id)]).toEqual([true, false]);
});

const PARALLEL = 50;
/** A company has three users, one connection and two queues. */
const kinds = [
  ["users", 4, "ERR_PLAN_LIMIT_USERS"],
  ["connections", 2, "ERR_PLAN_LIMIT_CONNECTIONS"],
  ["queues", 3, "ERR_PLAN_LIMIT_QUEUES"],
] as const;
const creation = {
  users: (id: string) => ({
    path: "/users",
    body: { name: "Nova", email: `${id}@teste.example`, password: "Segredo-1", profile: "user", queueIds: [] },
  }),
  connections: (id: string) => ({ path: "/whatsapp", body: { name: `Loja ${id}` } }),
  queues: (id: string) => ({ path: "/queue", body: { name: `Fila ${id}`, color: `#${id.slice(0, 8)}` } }),
};

describe("50 parallel creations with room for one", () => {
  test.each(kinds)("%s: exactly one is created, the others get the limit", async (kind, limit, code) => {
    const { companyId, admin } = await givenCompany();
    const { id: planId } = await givenPlan({ [kind]: limit });
    const client = await givenSignedIn(given, admin);
    await testDatabase().company(companyId, (db) =>
      db.update(schema.companies).set({ planId }).where(eq(schema.companies.id, companyId)),
    );
    // Opens the database's connections: otherwise the first creation ends before the others begin.
    await Promise.all(Array.from({ length: PARALLEL }, () => client.get(`/companies/listPlan/${companyId}`)));
    const answers = await Promise.all(
      Array.from({ length: PARALLEL }, () => {
        const { path, body } = creation[kind](randomUUID());
        return client.send("POST", path, body);
      }),
    );
    const [created, refused] = [
      answers.filter(({ status }) => status === 200),
      answers.filter(({ status }) => status !== 200),
    ];
    expect(created).toHaveLength(1);
    for (const { status, body } of refused) expect([status, body]).toMatchObject([400, { code, details: { limit } }]);
    const limits = await client.get(`/companies/listPlan/${companyId}`);
    expect(limits.body).toMatchObject({
      plan: { [kind]: limit, value: 199.9 },
      usage: { [kind]: { used: limit, limit } },
    });
  });
});
