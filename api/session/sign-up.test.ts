import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { addDays, dueDayOf, endOfDay, localDay } from "../../contracts/account/companies.ts";
import type { SessionAnswer } from "../../contracts/account/session.ts";
import { usualHours } from "../../contracts/hours.ts";
import { localMinute } from "../../contracts/local-time.ts";
import { testNow, testTime } from "../../contracts/testing/clock.ts";
import type { SignUpConfirmedWire } from "../../contracts/wire/sign-up.ts";
import { schema } from "../../db/index.ts";
import { givenCompany, testDatabase } from "../../db/testing/given.ts";
import { deleteExpiredSignUps } from "../../domain/account/users/index.ts";
import { openLogger } from "../http/logger.ts";
import { type GivenApp, givenApp, givenSignedIn, json } from "../testing/given-app.ts";
import { mailedCode, mailedSignUpToken, mailJobsTo } from "../testing/mailed-code.ts";

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

type Fields = Record<string, unknown>;
type Options = { address?: string; app?: GivenApp["app"]; language?: string };

async function post(
  path: string,
  body: unknown,
  { address = newAddress(), app = given.app, language = "pt" }: Options = {},
) {
  const init = json("POST", body);
  const headers = { ...init.headers, "x-forwarded-for": address, "accept-language": language };
  return app.request(path, { ...init, headers });
}

const company = (fields: Fields = {}) => ({
  ...{ name: "Olaria Nova", email: newEmail(), phone: "31 95555-0148", password: PASSWORD, planId },
  ...fields,
});

const askForCode = (email: string, options?: Options, more: Fields = {}) =>
  post("/sign-up/code", { name: "Rui Matos", email, ...more }, options);
const confirm = (email: string, code: string, options?: Options) => post("/sign-up/confirm", { email, code }, options);
const codeOf = (email: string, template: "signUpCode" | "signUpCodeKnown" = "signUpCode") =>
  mailedCode(given.database, given.deps.config.secrets, email, template);
const tokenOf = (email: string) => mailedSignUpToken(given.database, given.deps.config.secrets, email);

/** Proves an address as our screen does. */
async function givenProof(email: string): Promise<string> {
  expect((await askForCode(email)).status).toBe(200);
  const answer: SignUpConfirmedWire = await (await confirm(email, await codeOf(email))).json();
  if (!answer.proof) throw new Error("the code gave no proof");
  return answer.proof;
}

/** Signs up with a proved address. */
async function signUp(fields: Fields = {}, options?: Options) {
  const body = company(fields);
  const email = String(body.email).trim().toLowerCase();
  return post("/companies/cadastro", { ...body, proof: await givenProof(email) }, options);
}

/** The companies of an address. */
const companiesOf = (email: string) =>
  testDatabase().asPlatform((db) => db.select().from(schema.companies).where(eq(schema.companies.email, email)));
const codeRow = async (email: string) => {
  const rows = await testDatabase().asPlatform((db) =>
    db.select().from(schema.signUpCodes).where(eq(schema.signUpCodes.email, email)),
  );
  return rows[0];
};
const changeCode = (email: string, change: Partial<typeof schema.signUpCodes.$inferInsert>) =>
  testDatabase().asPlatform((db) =>
    db.update(schema.signUpCodes).set(change).where(eq(schema.signUpCodes.email, email)),
  );
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
const read = async (answer: Response | Promise<Response>) => {
  const { status, headers } = await answer;
  return { status, body: await (await answer).json(), retryAfter: Number(headers.get("Retry-After")) };
};

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

test("the session of a sign-up counts as the company's last sign-in", async () => {
  const before = testTime();
  const { user }: SessionAnswer = await (await signUp({ email: newEmail() })).json();
  const [company] = await inside(user.companyId, (db) => db.select().from(schema.companies));
  expect(company?.lastSignInAt?.getTime()).toBeGreaterThanOrEqual(before);
});

test("the server decides about status, due date, flags and recurrence", async () => {
  const posted = { status: "f", dueDate: "2099-01-01T00:00:00-03:00", campaignsEnabled: true, recurrence: "ANUAL" };
  const flags = { super: true, isSuper: true, profile: "user", usersLimit: 1000, isActive: false };
  const timeZone = "America/Sao_Paulo";
  const lastDay = addDays(localDay(testNow(), timeZone), 3);
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

test("of many sign-ups with one proof at once, exactly one succeeds", async () => {
  const email = newEmail();
  const proof = await givenProof(email);
  const answers = await Promise.all(
    Array.from({ length: 15 }, () => post("/companies/cadastro", { ...company({ email }), proof }).then(read)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(14).fill(400)]);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ body }) => body.code)).toEqual(Array(14).fill("ERR_SIGN_UP_PROOF"));
  expect(await companiesOf(email)).toHaveLength(1);
});

describe("a proof", () => {
  const refused = { status: 400, body: { code: "ERR_SIGN_UP_PROOF" } };

  test("works for its own address only, and is not used up by other refusals", async () => {
    const [email, other] = [newEmail(), newEmail()];
    const proof = await givenProof(email);
    expect(await read(post("/companies/cadastro", { ...company({ email: other }), proof }))).toMatchObject(refused);
    const gone = company({ email, planId: randomUUID() });
    expect(await read(post("/companies/cadastro", { ...gone, proof }))).toMatchObject({ status: 404 });
    expect((await post("/companies/cadastro", { ...company({ email }), proof })).status).toBe(200);
    expect(await companiesOf(other)).toEqual([]);
  });

  test("expires after an hour, and an invented one is refused", async () => {
    const email = newEmail();
    const proof = await givenProof(email);
    const [row] = await testDatabase().asPlatform((db) =>
      db.select().from(schema.signUpTokens).where(eq(schema.signUpTokens.email, email)),
    );
    expect((row?.expiresAt.getTime() ?? 0) / 60_000).toBeCloseTo(testTime() / 60_000 + 60, 0);
    expect(JSON.stringify(row)).not.toContain(proof);
    await testDatabase().asPlatform((db) =>
      db
        .update(schema.signUpTokens)
        .set({ expiresAt: new Date(testTime() - 1) })
        .where(eq(schema.signUpTokens.email, email)),
    );
    for (const shown of [proof, "invented"])
      expect(await read(post("/companies/cadastro", { ...company({ email }), proof: shown }))).toMatchObject(refused);
    expect(await companiesOf(email)).toEqual([]);
  });

  test("is no link, and a link's token is no proof", async () => {
    const email = newEmail();
    const proof = await givenProof(email);
    expect(await read(post("/sign-up/link", { token: proof }))).toMatchObject({
      status: 400,
      body: { code: "ERR_SIGN_UP_LINK" },
    });
    await post("/companies/cadastro", company({ email }));
    const token = await tokenOf(email);
    expect(await read(post("/companies/cadastro", { ...company({ email }), proof: token }))).toMatchObject(refused);
  });

  test("of an address that a company has taken meanwhile makes no second account", async () => {
    const email = newEmail();
    const proof = await givenProof(email);
    const boss = await givenSignedIn(given, (await givenCompany()).admin);
    const colleague = { name: "Ana", email, password: PASSWORD, profile: "user", queueIds: [] };
    expect((await boss.send("POST", "/users", colleague)).status).toBe(200);
    expect(await read(post("/companies/cadastro", { ...company({ email }), proof }))).toMatchObject({
      status: 400,
      body: { code: "ERR_VALIDATION", fields: { email: ["taken"] } },
    });
    expect(await companiesOf(email)).toEqual([]);
  });
});

describe("a code", () => {
  test("has six digits and is valid for 15 minutes; the mail names nobody", async () => {
    const email = newEmail();
    const before = testTime();
    const answer = await read(askForCode(` ${email.toUpperCase()} `, undefined, { name: "Ganhe R$500" }));
    expect(answer).toMatchObject({ status: 200, body: { expiresAt: expect.any(String) } });
    const minutes = (Date.parse(answer.body.expiresAt) - before) / 60_000;
    expect(minutes).toBeGreaterThanOrEqual(15);
    expect(minutes).toBeLessThan(15.5);
    const code = await codeOf(email);
    expect(code).toMatch(/^\d{6}$/);
    const [job] = await mailJobsTo(given.database, email);
    expect(job).toMatchObject({ companyId: null, template: "signUpCode", language: "pt" });
    expect(JSON.stringify(job)).not.toContain("Ganhe");
    expect(JSON.stringify(job)).not.toContain(code);
    expect(JSON.stringify(await codeRow(email))).not.toContain(code);
  });

  test("is mailed in the language and time zone of the request", async () => {
    const email = newEmail();
    const { body } = await read(askForCode(email, { language: "es-AR" }, { timeZone: "Asia/Kolkata" }));
    const [job] = await mailJobsTo(given.database, email);
    const until = localMinute(new Date(body.expiresAt), "Asia/Kolkata").slice(11, 16);
    expect(job).toMatchObject({ language: "es", values: { until } });
    expect((await askForCode(email, undefined, { timeZone: "Nowhere" })).status).toBe(400);
  });

  test("is used once, with spaces too, and a newer one replaces it", async () => {
    const email = newEmail();
    await askForCode(email);
    const first = await codeOf(email);
    await askForCode(email);
    const second = await codeOf(email);
    if (first !== second)
      expect(await read(confirm(email, first))).toMatchObject({
        status: 400,
        body: { code: "ERR_SIGN_UP_CODE", details: { attemptsLeft: 4 } },
      });
    const spaced = ` ${second.slice(0, 3)} ${second.slice(3)}`;
    expect(await read(confirm(email.toUpperCase(), spaced))).toMatchObject({
      status: 200,
      body: { proof: expect.any(String), expiresAt: expect.any(String), account: null },
    });
    expect(await read(confirm(email, second))).toMatchObject({
      status: 400,
      body: { code: "ERR_SIGN_UP_CODE_EXPIRED" },
    });
  });

  test("of another address is wrong", async () => {
    const [one, other] = [newEmail(), newEmail()];
    await Promise.all([askForCode(one), askForCode(other)]);
    const [mine, theirs] = [await codeOf(one), await codeOf(other)];
    if (mine !== theirs) expect((await read(confirm(one, theirs))).body.code).toBe("ERR_SIGN_UP_CODE");
    expect((await read(confirm(newEmail(), mine))).body.code).toBe("ERR_SIGN_UP_CODE_EXPIRED");
  });

  test("that expired says since when", async () => {
    const email = newEmail();
    await askForCode(email);
    const expiresAt = new Date(testTime() - 1_000);
    await changeCode(email, { expiresAt });
    expect(await read(confirm(email, await codeOf(email)))).toMatchObject({
      status: 400,
      body: { code: "ERR_SIGN_UP_CODE_EXPIRED", details: { expiredAt: expiresAt.toISOString() } },
    });
  });

  test("ends with the fifth wrong attempt: then no code can be asked for during 15 minutes", async () => {
    const email = newEmail();
    await askForCode(email);
    const code = await codeOf(email);
    for (const attemptsLeft of [4, 3, 2, 1])
      expect(await read(confirm(email, wrongOf(code)))).toMatchObject({
        status: 400,
        body: { code: "ERR_SIGN_UP_CODE", details: { attemptsLeft } },
      });
    for (const ask of [() => confirm(email, wrongOf(code)), () => confirm(email, code), () => askForCode(email)]) {
      const answer = await read(ask());
      expect(answer).toMatchObject({ status: 429, body: { code: "ERR_SIGN_UP_CODE_LOCKED" } });
      expect(answer.retryAfter).toBeGreaterThan(14 * 60);
      expect(Date.parse(answer.body.details.until)).toBeGreaterThan(testTime() + 14 * 60_000);
    }
    await changeCode(email, { lockedUntil: new Date(testTime() - 1) });
    expect((await askForCode(email)).status).toBe(200);
    expect((await confirm(email, await codeOf(email))).status).toBe(200);
  });

  test("counts parallel guesses: of many at once, at most five are compared", async () => {
    const email = newEmail();
    await askForCode(email);
    const code = await codeOf(email);
    const answers = await Promise.all(Array.from({ length: 12 }, () => confirm(email, wrongOf(code)).then(read)));
    const codes = Map.groupBy(answers, ({ body }) => body.code);
    expect(codes.get("ERR_SIGN_UP_CODE")).toHaveLength(4);
    expect((await codeRow(email))?.attempts).toBe(5);
  });
});

describe("an address that has an account", () => {
  test("gets the same answer for a code; only the mail differs, and only the code tells the account", async () => {
    const { ana, companyId } = await givenCompany();
    const known = `${ana.id}@teste.example`;
    const unknown = newEmail();
    const [first, second] = [await read(askForCode(known)), await read(askForCode(unknown))];
    expect(first.status).toBe(200);
    expect(Object.keys(first.body)).toEqual(Object.keys(second.body));
    const code = await codeOf(known, "signUpCodeKnown");
    const wrong = [
      await read(confirm(known, wrongOf(code))),
      await read(confirm(unknown, wrongOf(await codeOf(unknown)))),
    ];
    expect(wrong[0]).toEqual(wrong[1]);
    const { status, body } = await read(confirm(known, code));
    const [row] = await inside(companyId, (db) => db.select().from(schema.companies));
    expect([status, body]).toMatchObject([
      200,
      { proof: null, expiresAt: null, account: { name: "Ana", email: known, company: row?.name } },
    ]);
    expect(Number.isNaN(Date.parse(body.account.since))).toBe(false);
  });

  test("gets the same answer for a sign-up without a proof, and a mail without a link", async () => {
    const { ana } = await givenCompany();
    const known = `${ana.id}@TESTE.example`;
    const unknown = newEmail();
    const [first, second] = [
      await read(post("/companies/cadastro", company({ email: known }))),
      await read(post("/companies/cadastro", company({ email: unknown }))),
    ];
    for (const answer of [first, second])
      expect(answer).toMatchObject({ status: 200, body: { confirmationSent: true, expiresAt: expect.any(String) } });
    expect(Object.keys(first.body)).toEqual(Object.keys(second.body));
    const jobs = await mailJobsTo(given.database, known.toLowerCase());
    expect(jobs.map(({ template, values }) => [template, values])).toEqual([["signUpKnown", {}]]);
    expect((await mailJobsTo(given.database, unknown)).map(({ template }) => template)).toEqual(["signUpLink"]);
  });
});

describe("a sign-up without a proof", () => {
  test("creates nothing until its link is opened, which signs the admin in", async () => {
    const email = newEmail();
    const name = `Olaria ${randomUUID()}`;
    const asked = await post("/companies/cadastro", company({ email, name }));
    expect([asked.status, asked.headers.get("Set-Cookie")]).toEqual([200, null]);
    expect(await companiesOf(email)).toEqual([]);
    expect((await post("/auth/login", { email, password: PASSWORD })).status).toBe(401);
    const [job] = await mailJobsTo(given.database, email);
    const token = await tokenOf(email);
    expect(JSON.stringify(job)).not.toContain(name);
    expect(JSON.stringify(job)).not.toContain(token);
    const [row] = await testDatabase().asPlatform((db) =>
      db.select().from(schema.signUpTokens).where(eq(schema.signUpTokens.email, email)),
    );
    expect(JSON.stringify(row)).not.toContain(PASSWORD);
    expect(JSON.stringify(row)).not.toContain(token);
    // A mail scanner opens the page: it is a screen, and no call.
    expect((await given.app.request("/sign-up/link")).status).toBe(404);
    const opened = await post("/sign-up/link", { token });
    const { user }: SessionAnswer = await opened.json();
    expect(opened.headers.get("Set-Cookie")).toMatch(/^balcao_session=\S+;.*HttpOnly/i);
    expect(user).toMatchObject({ name, email, profile: "admin", super: false });
    expect((await post("/auth/login", { email, password: PASSWORD })).status).toBe(200);
    expect(await read(post("/sign-up/link", { token }))).toMatchObject({
      status: 400,
      body: { code: "ERR_SIGN_UP_LINK" },
    });
  });

  test("of several sign-ups of one address, the opened link decides and the others end", async () => {
    const email = newEmail();
    await post("/companies/cadastro", company({ email, name: "Do outro" }));
    const theirs = await tokenOf(email);
    await post("/companies/cadastro", company({ email, name: "A minha", userName: "Rui Matos" }));
    const mine = await tokenOf(email);
    const answers = await Promise.all([mine, mine, mine].map((token) => post("/sign-up/link", { token }).then(read)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(answers.find(({ status }) => status === 200)?.body.user.name).toBe("Rui Matos");
    expect((await companiesOf(email)).map(({ name }) => name)).toEqual(["A minha"]);
    expect((await read(post("/sign-up/link", { token: theirs }))).body.code).toBe("ERR_SIGN_UP_LINK");
  });

  test("expires after 24 hours, and is removed then", async () => {
    const email = newEmail();
    await post("/companies/cadastro", company({ email }));
    const rows = () =>
      testDatabase().asPlatform((db) =>
        db.select().from(schema.signUpTokens).where(eq(schema.signUpTokens.email, email)),
      );
    const [row] = await rows();
    expect((row?.expiresAt.getTime() ?? 0) / 3_600_000).toBeCloseTo(testTime() / 3_600_000 + 24, 1);
    await testDatabase().asPlatform((db) => deleteExpiredSignUps(db, testNow()));
    expect(await rows()).toHaveLength(1);
    await testDatabase().asPlatform((db) =>
      db
        .update(schema.signUpTokens)
        .set({ expiresAt: new Date(testTime() - 1) })
        .where(eq(schema.signUpTokens.email, email)),
    );
    expect((await post("/sign-up/link", { token: await tokenOf(email) })).status).toBe(400);
    await testDatabase().asPlatform((db) => deleteExpiredSignUps(db, testNow()));
    expect(await rows()).toEqual([]);
  });
});

test("refuses a plan that is not offered before it mails", async () => {
  const email = newEmail();
  const answer = await read(post("/companies/cadastro", company({ email, planId: await givenPlan(false) })));
  expect([answer.status, answer.body.code]).toEqual([404, "ERR_NO_PLAN_FOUND"]);
  expect(await mailJobsTo(given.database, email)).toEqual([]);
});

describe("limits within an hour", () => {
  test("five codes for an address, known or not, from any caller", async () => {
    const { ana } = await givenCompany();
    for (const email of [newEmail(), `${ana.id}@teste.example`]) {
      const answers = [];
      for (let count = 0; count < 6; count += 1) answers.push(await read(askForCode(email)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
      expect(answers.at(-1)?.body.code).toBe("ERR_TOO_MANY_ATTEMPTS");
      expect(answers.at(-1)?.retryAfter).toBeGreaterThan(3_500);
    }
  });

  test("three links for an address", async () => {
    const email = newEmail();
    const statuses = [];
    for (let count = 0; count < 4; count += 1)
      statuses.push((await post("/companies/cadastro", company({ email }))).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test("60 mails and 100 attempts for a caller's /64, whatever the address and the port", async () => {
    const network = `2001:db8:${Math.floor(Math.random() * 0xffff).toString(16)}:7`;
    let next = 1;
    const from = () => ({ address: `[${network}::${(next++).toString(16)}]:${40_000 + next}` });
    for (let count = 0; count < 60; count += 1) expect((await askForCode(newEmail(), from())).status).toBe(200);
    expect((await askForCode(newEmail(), from())).status).toBe(429);
    for (let count = 0; count < 100; count += 1) expect((await confirm(newEmail(), "000000", from())).status).toBe(400);
    expect((await confirm(newEmail(), "000000", from())).status).toBe(429);
    expect((await post("/sign-up/link", { token: "x" }, from())).status).toBe(429);
  });
});

test.each([
  ["name", { name: "O" }],
  ["name", { name: "O".repeat(51) }],
  ["email", { email: "olaria" }],
])("a code is refused for a wrong %s", async (field, change) => {
  const answer = await read(post("/sign-up/code", { name: "Rui Matos", email: newEmail(), ...change }));
  expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]]);
});

test.each(["", "12345", "1234567", "abcdef"])("the code %j is refused and costs no attempt", async (code) => {
  const email = newEmail();
  await askForCode(email);
  const answer = await read(confirm(email, code));
  expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ["code"]]);
  expect((await codeRow(email))?.attempts).toBe(0);
});

test("codes, tokens and passwords appear in no log", async () => {
  const lines: string[] = [];
  const own = await givenApp({ allowsSignUp: true }, openLogger("trace", { write: (line) => lines.push(line) }));
  const options = { app: own.app };
  const email = newEmail();
  await askForCode(email, options);
  const code = await codeOf(email);
  await confirm(email, wrongOf(code), options);
  const { body } = await read(confirm(email, code, options));
  await post("/companies/cadastro", company({ email: newEmail(), proof: body.proof }), options);
  const other = newEmail();
  await post("/companies/cadastro", company({ email: other }), options);
  const token = await tokenOf(other);
  expect((await post("/sign-up/link", { token }, options)).status).toBe(200);
  const text = lines.join("");
  expect(text).toContain('"route":"/sign-up/link"');
  for (const hidden of [code, body.proof, token, PASSWORD]) expect(text).not.toContain(hidden);
});

test("offers public plans only", async () => {
  for (const plan of [await givenPlan(false), randomUUID()]) {
    const answer = await signUp({ planId: plan });
    expect([answer.status, (await answer.json()).code]).toEqual([404, "ERR_NO_PLAN_FOUND"]);
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
  const answer = await post("/companies/cadastro", company({ [field]: value }));
  expect([answer.status, Object.keys((await answer.json()).fields)]).toEqual([400, [field]]);
});

test("makes an address wait after 20 sign-ups within 15 minutes", async () => {
  const address = newAddress();
  for (let count = 0; count < 20; count += 1) {
    const invented = { ...company(), proof: "invented" };
    expect((await post("/companies/cadastro", invented, { address })).status).toBe(400);
  }
  const refused = await post("/companies/cadastro", company(), { address });
  expect([refused.status, (await refused.json()).code]).toEqual([429, "ERR_TOO_MANY_ATTEMPTS"]);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(60);
  expect((await signUp()).status).toBe(200);
});

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
  for (const path of ["/companies/cadastro", "/sign-up/code", "/sign-up/confirm", "/sign-up/link"])
    expect(await read(post(path, company(), { app: closed.app }))).toMatchObject({
      status: 404,
      body: { code: "ERR_SIGNUP_DISABLED" },
    });
});
