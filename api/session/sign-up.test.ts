import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { schema } from "../../db/index.ts";
import { givenCompany, testDatabase } from "../../db/testing/given.ts";
import { addDays, dueDayOf, endOfDay, localDay } from "../../sync/contracts/companies.ts";
import { usualHours } from "../../sync/contracts/hours.ts";
import type { SessionAnswer } from "../../sync/contracts/session.ts";
import { type GivenApp, givenApp, json } from "../testing/given-app.ts";

const PASSWORD = "Segredo da jarra 7";
let given: GivenApp;
let planId: string;
beforeAll(async () => {
  given = await givenApp({ allowsSignUp: true });
  planId = await givenPlan();
});

async function givenPlan(isPublic = true): Promise<string> {
  const id = randomUUID();
  const size = { users: 3, connections: 1, queues: 3, valueCents: 9_900 };
  await testDatabase()
    .platform.insert(schema.plans)
    .values({ id, name: `Plano ${id}`, isPublic, ...size });
  return id;
}

let nextAddress = 1;
const newAddress = () => `10.77.${Math.floor(nextAddress / 250)}.${nextAddress++ % 250}`;
const newEmail = () => `${randomUUID()}@nova.example`;

function signUp(fields: Record<string, unknown> = {}, { address = newAddress(), app = given.app } = {}) {
  const body = {
    name: "Olaria Nova",
    email: newEmail(),
    phone: "31 95555-0148",
    password: PASSWORD,
    planId,
    ...fields,
  };
  const init = json("POST", body);
  return app.request("/companies/cadastro", { ...init, headers: { ...init.headers, "x-forwarded-for": address } });
}

const inside = <T>(
  companyId: string,
  work: (db: Parameters<Parameters<GivenApp["database"]["company"]>[1]>[0]) => Promise<T>,
) => testDatabase().company(companyId, work);

test("signing up creates the company and its admin, who is signed in", async () => {
  const email = newEmail();
  const response = await signUp({ email: ` ${email.toUpperCase()} `, userName: "Rui Matos" });
  expect(response.status).toBe(200);
  const { token, user }: SessionAnswer = await response.json();
  expect(user).toMatchObject({ name: "Rui Matos", email, profile: "admin", super: false, allTicket: "enable" });
  expect(response.headers.get("Set-Cookie")).toMatch(/^balcao_session=\S+;.*HttpOnly.*SameSite=Lax/i);
  const me = await given.app.request("/auth/me", { headers: { authorization: `Bearer ${token}` } });
  expect(await me.json()).toMatchObject({ id: user.id, company: { id: user.companyId, name: "Olaria Nova" } });
  expect((await given.app.request("/auth/login", json("POST", { email, password: PASSWORD }))).status).toBe(200);
  const [[company], clocks] = await inside(user.companyId, (db) =>
    Promise.all([db.select().from(schema.companies), db.select().from(schema.clocks)]),
  );
  expect(company).toMatchObject({ planId, email, phone: "31 95555-0148", isActive: true, schedules: usualHours });
  expect(clocks.length).toBe(1);
});

test("the server decides about status, due date, flags and recurrence", async () => {
  const posted = { status: "f", dueDate: "2099-01-01T00:00:00-03:00", campaignsEnabled: true, recurrence: "ANUAL" };
  const flags = { super: true, isSuper: true, profile: "user", usersLimit: 1000, isActive: false };
  const timeZone = "America/Sao_Paulo";
  const lastDay = addDays(localDay(new Date(), timeZone), 3);
  const { user }: SessionAnswer = await (await signUp({ ...posted, ...flags })).json();
  const [[company], [admin]] = await inside(user.companyId, (db) =>
    Promise.all([db.select().from(schema.companies), db.select().from(schema.users)]),
  );
  const dueDate = endOfDay(lastDay, timeZone);
  expect(company).toMatchObject({
    isActive: true,
    recurrence: "MENSAL",
    dueDate,
    trialEndsAt: dueDate,
    usersLimit: null,
  });
  expect(company?.dueDay).toBe(dueDayOf(lastDay));
  expect(admin).toMatchObject({ isSuper: false, profile: "admin" });
  expect(user.company.settings).toContainEqual({ key: "campaignsEnabled", value: "false" });
});

test("the audit has the sign-up", async () => {
  const { user }: SessionAnswer = await (await signUp({ name: "Olaria do Vale" })).json();
  const entries = await testDatabase().asPlatform((db) =>
    db.select().from(schema.auditEntries).where(eq(schema.auditEntries.subjectCompanyId, user.companyId)),
  );
  expect(entries).toMatchObject([
    { action: "company.signedUp", userId: null, subjectId: user.companyId, subjectName: "Olaria do Vale" },
  ]);
});

test("of 50 sign-ups with one e-mail at once, exactly one succeeds", async () => {
  const email = newEmail();
  const answers = await Promise.all(Array.from({ length: 50 }, () => signUp({ email })));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ status }) => status)).toEqual(Array(49).fill(400));
  const sentences = await Promise.all(refused.map((answer) => answer.json()));
  expect(sentences).toEqual(Array(49).fill({ error: "ERR_VALIDATION", fields: { email: ["taken"] } }));
  const found = await testDatabase().asPlatform((db) =>
    db.select({ id: schema.companies.id }).from(schema.companies).where(eq(schema.companies.email, email)),
  );
  expect(found.length).toBe(1);
}, 60_000);

test("refuses the e-mail of another company's user, and leaves nothing behind", async () => {
  const { ana } = await givenCompany();
  const name = `Olaria ${randomUUID()}`;
  const answer = await signUp({ name, email: `${ana.id}@TESTE.example` });
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { error: "ERR_VALIDATION", fields: { email: ["taken"] } },
  ]);
  const left = await testDatabase().asPlatform((db) =>
    db.select().from(schema.companies).where(eq(schema.companies.name, name)),
  );
  expect(left).toEqual([]);
});

test("offers public plans only", async () => {
  for (const plan of [await givenPlan(false), randomUUID()]) {
    const answer = await signUp({ planId: plan });
    expect([answer.status, (await answer.json()).error]).toEqual([404, "ERR_NO_PLAN_FOUND"]);
  }
});

test.each([
  ["password", "short7!"],
  ["password", "12345678"],
  ["password", `Jarra7${"x".repeat(123)}`],
  ["password", "jarra azul 7"],
  ["password", "JARRA AZUL 7"],
  ["password", "Jarra azul"],
  ["name", "O"],
  ["name", "O".repeat(51)],
  ["email", "olaria"],
  ["phone", ""],
  ["planId", ""],
])("refuses %s %j", async (field, value) => {
  const answer = await signUp({ [field]: value });
  expect([answer.status, Object.keys((await answer.json()).fields)]).toEqual([400, [field]]);
});

test("makes an address wait after 20 sign-ups within 15 minutes", async () => {
  const address = newAddress();
  const plan = randomUUID();
  for (let count = 0; count < 20; count += 1) expect((await signUp({ planId: plan }, { address })).status).toBe(404);
  const refused = await signUp({}, { address });
  expect([refused.status, (await refused.json()).error]).toEqual([429, "ERR_TOO_MANY_ATTEMPTS"]);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(60);
  expect((await signUp()).status).toBe(200);
}, 30_000);

test("without ALLOW_SIGNUP, sign-up is off and says so", async () => {
  const closed = await givenApp();
  expect(await (await closed.app.request("/sign-up")).json()).toEqual({
    enabled: false,
    termsUrl: null,
    privacyUrl: null,
    helpUrl: null,
  });
  expect(await (await given.app.request("/sign-up")).json()).toEqual({
    enabled: true,
    termsUrl: null,
    privacyUrl: null,
    helpUrl: null,
  });
  const answer = await signUp({}, { app: closed.app });
  expect([answer.status, await answer.json()]).toEqual([404, { error: "ERR_SIGNUP_DISABLED" }]);
});
