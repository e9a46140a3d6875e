import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import postgres from "postgres";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { openDatabase, openMetrics, schema } from "../../db/index.ts";
import { type GivenAgent, givenAgent, givenCompany, testDatabase } from "../../db/testing/given.ts";
import { RESET_CODE_CHARACTERS } from "../../sync/contracts/password-reset.ts";
import { createApp } from "../app.ts";
import { openLogger } from "../http/logger.ts";
import { type GivenApp, givenApp, givenPassword, givenSignedIn, json } from "../testing/given-app.ts";
import { mailedCode, mailJobsTo } from "../testing/mailed-code.ts";

const NEW = "Jarra-azul-7";
let given: GivenApp;
let second: GivenApp;
beforeAll(async () => {
  given = await givenApp();
  second = await givenApp();
});

const emailOf = ({ id }: GivenAgent) => `${id}@teste.example`;
const code = (agent: GivenAgent) => mailedCode(given.database, given.deps.config.secret, emailOf(agent));

function post(path: string, body?: unknown, { address = randomUUID(), app = given.app, language = "" } = {}) {
  const init = body === undefined ? { method: "POST", headers: {} } : json("POST", body);
  const headers = { ...init.headers, "x-forwarded-for": address, ...(language && { "accept-language": language }) };
  return app.request(path, { ...init, headers });
}

async function ask(email: string, options = {}): Promise<number> {
  const answer = await post(`/forgetpassword/${encodeURIComponent(email)}`, undefined, options);
  return answer.status === 200 ? (await answer.json()).status : answer.status;
}

async function reset(body: { email: string; code: string; password?: string }, options = {}) {
  const answer = await post("/auth/reset", { password: NEW, ...body }, options);
  return { status: answer.status, error: (await answer.json()).error };
}
const refused = { status: 400, error: "ERR_RESET_CODE" };
const done = { status: 200, error: undefined };

const signIn = async (email: string, password: string) =>
  (await post("/auth/login", { email, password }, { address: randomUUID() })).status;

/** Moves the code of an agent back in time. */
const age = ({ companyId, id }: GivenAgent, expiresAt: Date) =>
  testDatabase().company(companyId, (db) =>
    db.update(schema.passwordResets).set({ expiresAt }).where(eq(schema.passwordResets.userId, id)),
  );

describe("a code", () => {
  test("resets the password once: the old one stops working, the new one works", async () => {
    const { ana } = await givenCompany();
    const { email, password } = await givenPassword(ana);
    expect(await ask(email)).toBe(200);
    const mailed = await code(ana);
    expect(mailed).toMatch(new RegExp(`^[${RESET_CODE_CHARACTERS}]{8}$`));
    const typed = `${mailed.slice(0, 4).toLowerCase()} ${mailed.slice(4)} `;
    expect(await reset({ email, code: typed })).toEqual(done);
    expect([await signIn(email, password), await signIn(email, NEW)]).toEqual([401, 200]);
    expect(await reset({ email, code: mailed })).toEqual(refused);
  });

  test("works for every profile, with any case of the address", async () => {
    const { companyId } = await givenCompany();
    for (const profile of ["admin", "supervisor", "user"] as const) {
      const agent = await givenAgent({ companyId, name: profile, profile });
      expect(await ask(` ${emailOf(agent).toUpperCase()} `)).toBe(200);
      expect(await reset({ email: emailOf(agent).toUpperCase(), code: await code(agent) })).toEqual(done);
    }
  });

  test("is valid for 15 minutes", async () => {
    const { ana } = await givenCompany();
    const before = Date.now();
    await ask(emailOf(ana));
    const [row] = await testDatabase().company(ana.companyId, (db) => db.select().from(schema.passwordResets));
    const minutes = ((row?.expiresAt.getTime() ?? 0) - before) / 60_000;
    expect(minutes).toBeGreaterThanOrEqual(15);
    expect(minutes).toBeLessThan(15.5);
    await age(ana, new Date(Date.now() - 1));
    expect(await reset({ email: emailOf(ana), code: await code(ana) })).toEqual(refused);
  });

  test("ends after five wrong attempts, also with the right code afterwards", async () => {
    const { ana, bia } = await givenCompany();
    for (const [agent, wrong, end] of [
      [ana, 4, done],
      [bia, 5, refused],
    ] as const) {
      await ask(emailOf(agent));
      for (let count = 0; count < wrong; count += 1)
        expect(await reset({ email: emailOf(agent), code: "AAAA2222" })).toEqual(refused);
      expect(await reset({ email: emailOf(agent), code: await code(agent) })).toEqual(end);
    }
  });

  test("is invalidated by a newer one", async () => {
    const { ana } = await givenCompany();
    await ask(emailOf(ana));
    const first = await code(ana);
    await ask(emailOf(ana));
    expect(await reset({ email: emailOf(ana), code: first })).toEqual(refused);
    expect(await reset({ email: emailOf(ana), code: await code(ana) })).toEqual(done);
  });

  test("belongs to its user: the code of a colleague or of another company's user is wrong", async () => {
    const [one, other] = [await givenCompany(), await givenCompany()];
    for (const agent of [one.ana, one.bia, other.ana]) await ask(emailOf(agent));
    expect(await reset({ email: emailOf(one.ana), code: await code(one.bia) })).toEqual(refused);
    expect(await reset({ email: emailOf(one.ana), code: await code(other.ana) })).toEqual(refused);
    expect(await reset({ email: emailOf(one.ana), code: await code(one.ana) })).toEqual(done);
  });

  test("is invalid after the user or an admin has changed the password or the address", async () => {
    const { admin, ana, bia } = await givenCompany();
    const boss = await givenSignedIn(given, admin);
    await Promise.all([ask(emailOf(ana)), ask(emailOf(bia))]);
    const [ofAna, ofBia] = [await code(ana), await code(bia)];
    const moved = `${randomUUID()}@teste.example`;
    expect((await boss.send("PUT", `/users/${ana.id}`, { password: "Outra senha 7" })).status).toBe(200);
    expect((await boss.send("PUT", `/users/${bia.id}`, { email: moved, password: "" })).status).toBe(200);
    expect(await reset({ email: emailOf(ana), code: ofAna })).toEqual(refused);
    expect(await reset({ email: moved, code: ofBia })).toEqual(refused);
  });

  test("of several uses at once, exactly one succeeds", async () => {
    const { ana } = await givenCompany();
    await ask(emailOf(ana));
    const mailed = await code(ana);
    const apps = [given.app, second.app];
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, at) => reset({ email: emailOf(ana), code: mailed }, { app: apps[at % 2] })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe("who gets a code", () => {
  test("nobody with an unknown address, or in a deactivated or deleted company", async () => {
    const { ana, companyId } = await givenCompany();
    expect(await ask(`ninguem-${ana.id}@teste.example`)).toBe(404);
    for (const change of [{ isActive: false }, { isActive: true, deletedAt: new Date() }]) {
      await testDatabase().company(companyId, (db) => db.update(schema.companies).set(change));
      expect(await ask(emailOf(ana))).toBe(404);
    }
    expect(await mailJobsTo(given.database, emailOf(ana))).toEqual([]);
  });

  test("a code stops working when the company is deactivated meanwhile", async () => {
    const { ana, companyId } = await givenCompany();
    await ask(emailOf(ana));
    await testDatabase().company(companyId, (db) => db.update(schema.companies).set({ isActive: false }));
    expect(await reset({ email: emailOf(ana), code: await code(ana) })).toEqual(refused);
  });

  test("an admin of a company past its due date, who has to sign in to pay", async () => {
    const { admin, companyId } = await givenCompany();
    const dueDate = new Date("2026-01-10T12:00:00Z");
    await testDatabase().company(companyId, (db) => db.update(schema.companies).set({ dueDate }));
    expect(await ask(emailOf(admin))).toBe(200);
    expect(await reset({ email: emailOf(admin), code: await code(admin) })).toEqual(done);
  });

  test("addresses that cannot exist are unknown, and no error", async () => {
    for (const email of ["x", "a\u0000b@x.example", "%", "x".repeat(2_000), "'; drop table users"])
      expect(await ask(email)).toBe(404);
  });
});

describe("limits", () => {
  test("three codes within an hour for an account, over all addresses and processes", async () => {
    const { ana } = await givenCompany();
    const apps = [given.app, second.app];
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => ask(emailOf(ana), { app: apps[at % 2] })));
    expect(answers.toSorted((a, b) => a - b)).toEqual([...Array(3).fill(200), ...Array(9).fill(429)]);
    expect(await mailJobsTo(given.database, emailOf(ana))).toHaveLength(3);
  });

  test("an unknown account has the same limit, with Retry-After", async () => {
    const email = `${randomUUID()}@nobody.example`;
    expect([await ask(email), await ask(email), await ask(email)]).toEqual([404, 404, 404]);
    const answer = await post(`/forgetpassword/${email}`);
    expect([answer.status, (await answer.json()).error]).toEqual([429, "ERR_TOO_MANY_ATTEMPTS"]);
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(3_500);
  });

  test("20 codes and 50 attempts within an hour for an address", async () => {
    const address = randomUUID();
    for (let count = 0; count < 20; count += 1) expect(await ask(`${randomUUID()}@x.example`, { address })).toBe(404);
    expect(await ask(`${randomUUID()}@x.example`, { address })).toBe(429);
    const guess = { email: `${randomUUID()}@x.example`, code: "AAAA2222" };
    for (let count = 0; count < 50; count += 1) expect(await reset(guess, { address })).toEqual(refused);
    expect((await reset(guess, { address })).status).toBe(429);
  }, 30_000);

  test("a wrong code and an unknown address cannot be told apart", async () => {
    const { ana } = await givenCompany();
    await ask(emailOf(ana));
    const bodies = [emailOf(ana), `${randomUUID()}@x.example`].map((email) => ({
      ...{ email, code: "AAAA2222", password: NEW },
    }));
    const answers = await Promise.all(bodies.map((body) => post("/auth/reset", body)));
    const [first, last] = await Promise.all(answers.map((answer) => answer.text()));
    expect(first).toBe(last);
  });

  test("a reset ends the waiting time of the sign-in", async () => {
    const { ana } = await givenCompany();
    const { email } = await givenPassword(ana);
    for (let failure = 0; failure < 11; failure += 1) await signIn(email, "wrong");
    expect(await signIn(email, NEW)).toBe(429);
    await ask(email);
    await reset({ email, code: await code(ana) });
    expect(await signIn(email, NEW)).toBe(200);
  });
});

describe("a weak input", () => {
  test.each([
    ["password", { password: "Jarra-7" }],
    ["password", { password: "jarra-azul-7" }],
    ["password", { password: "Senha123" }],
    ["password", { password: `Jarra7${"x".repeat(123)}` }],
    ["code", { code: "AAAA222" }],
    ["code", { code: "" }],
    ["email", { email: "" }],
  ])("is refused at %s and costs no attempt: %j", async (field, change) => {
    const { ana } = await givenCompany();
    await ask(emailOf(ana));
    const answer = await post("/auth/reset", { email: emailOf(ana), code: "AAAA2222", password: NEW, ...change });
    expect([answer.status, Object.keys((await answer.json()).fields)]).toEqual([400, [field]]);
    const [row] = await testDatabase().company(ana.companyId, (db) => db.select().from(schema.passwordResets));
    expect(row?.attempts).toBe(0);
  });
});

describe("the specified path with the password", () => {
  const path = (email: string, token: string, password: string) =>
    `/resetpasswords/${[email, token, password].map(encodeURIComponent).join("/")}`;

  test("resets the password, also one with signs that an address escapes", async () => {
    const { ana } = await givenCompany();
    const password = "Jarra/7 ?#%+ã";
    await ask(emailOf(ana));
    const answer = await post(path(emailOf(ana), await code(ana), password));
    expect(answer.status).toBe(200);
    expect(await signIn(emailOf(ana), password)).toBe(200);
  });

  test("appears in no log: reset, wrong code, weak password, unknown path, error, no database", async () => {
    const lines: string[] = [];
    const logger = openLogger("trace", { write: (line) => lines.push(line) });
    const own = await givenApp({}, logger);
    const nowhere = openDatabase("postgres://nobody@127.0.0.1:1/none", { max: 1 });
    const away = createApp({ ...own.deps, database: nowhere, metrics: openMetrics(nowhere) });
    const { ana } = await givenCompany();
    const secret = "Jarra-muito-secreta-7";
    await ask(emailOf(ana), { app: own.app });
    const mailed = await code(ana);
    const options = { app: own.app };
    const statuses = [
      await post(path(emailOf(ana), "AAAA2222", secret), undefined, options),
      await post(path(emailOf(ana), mailed, secret.toLowerCase()), undefined, options),
      await post(`${path(emailOf(ana), mailed, secret)}/more`, undefined, options),
      await own.app.request(path(emailOf(ana), mailed, secret)),
      await post(path(emailOf(ana), mailed, secret), undefined, { app: away }),
      await post("/auth/reset", { email: emailOf(ana), code: mailed, password: secret }, { app: away }),
      await post(path(emailOf(ana), mailed, secret), undefined, options),
    ].map(({ status }) => status);
    expect(statuses).toEqual([400, 400, 404, 404, 503, 503, 200]);
    await nowhere.close();
    const text = lines.join("");
    expect(text).toContain('"route":"/resetpasswords/:email/:token/:newPassword"');
    expect(text).toContain('"event":"password_reset"');
    for (const hidden of [secret, secret.toLowerCase(), mailed, emailOf(ana)])
      expect(text.toLowerCase()).not.toContain(hidden.toLowerCase());
  });
});

describe("what a reset leaves behind", () => {
  test("all sessions have ended, also open streams, and the user is told by mail", async () => {
    const { ana, companyId } = await givenCompany();
    await testDatabase().company(companyId, (db) =>
      db.insert(schema.settings).values({ companyId, key: "singleSession", value: "disabled" }),
    );
    const [here, there] = [await givenSignedIn(given, ana), await givenSignedIn(second, ana)];
    const colleague = await givenSignedIn(given, (await givenCompany()).ana);
    const stream = (await there.request("/events")).body?.pipeThrough(new TextDecoderStream()).getReader();
    await ask(emailOf(ana), { language: "es-AR,es;q=0.9" });
    const mailed = await code(ana);
    await reset({ email: emailOf(ana), code: mailed }, { language: "es" });
    for (const client of [here, there]) expect((await client.get("/tickets")).status).toBe(401);
    expect((await colleague.get("/tickets")).status).toBe(200);
    let heard = "";
    for (let part = await stream?.read(); part && !part.done; part = await stream?.read()) heard += part.value;
    expect(heard).toContain("ended");
    expect(heard).not.toContain(mailed);
    const mails = await mailJobsTo(given.database, emailOf(ana));
    expect(mails.map(({ template, language }) => [template, language])).toEqual([
      ["passwordReset", "es"],
      ["passwordChanged", "es"],
    ]);
  });

  test("without a language in the request, the mail is in the company's", async () => {
    const { ana, companyId } = await givenCompany();
    await testDatabase().company(companyId, (db) => db.update(schema.companies).set({ language: "en" }));
    await ask(emailOf(ana), { language: "de" });
    expect((await mailJobsTo(given.database, emailOf(ana))).map(({ language }) => language)).toEqual(["en"]);
  });

  test("no table has the code in clear, before and after its use", async () => {
    const { ana } = await givenCompany();
    await ask(emailOf(ana));
    const mailed = await code(ana);
    const owner = postgres(inject("ownerUrl"), { max: 1, onnotice: () => {} });
    const found = async (text: string) => {
      const tables = await owner<{ name: string }[]>`
        select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`;
      expect(tables.length).toBeGreaterThan(60);
      const hits: string[] = [];
      for (const { name } of tables) {
        const rows = await owner.unsafe(`select 1 from ${name} t where t::text ilike $1 limit 1`, [`%${text}%`]);
        if (rows.length > 0) hits.push(name);
      }
      return hits;
    };
    expect(await found(emailOf(ana))).toContain("public.users");
    expect(await found(mailed)).toEqual([]);
    await reset({ email: emailOf(ana), code: mailed });
    expect(await found(mailed)).toEqual([]);
    await owner.end();
  }, 30_000);
});
